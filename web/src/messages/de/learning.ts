import type { LearningCatalogue } from "../catalogue";
import lessons from "./lessons.json";
import rulebook from "./rulebook.json";
import study from "./study.json";

const catalogue: LearningCatalogue = { ...lessons, ...rulebook, ...study };
export default catalogue;
