import Welcome from "./screens/Welcome.svelte";
import { start } from "./start";

void start(Welcome);
