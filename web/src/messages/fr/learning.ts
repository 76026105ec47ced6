import type { LearningCatalogue } from "../catalogue";
import lessons from "./lessons.json";
import rulebook from "./rulebook.json";

const catalogue: LearningCatalogue = { ...lessons, ...rulebook };
export default catalogue;
