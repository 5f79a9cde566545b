import { root } from "../project.mjs";
import { checkTree } from "./check-tree.mjs";

// Checks the import rules of rules.mjs. It also fails if it sees too few files, because a checker that reads nothing
// finds nothing.

const minFiles = 250;
const minImports = 1000;

const { problems, files, imports, idleRules } = checkTree(root);
for (const { text } of problems) {
  console.log(text);
}
for (const name of idleRules) {
  console.log(`the rule ${name} matches no file`);
}
const isTooLittle = files < minFiles || imports < minImports;
if (isTooLittle) {
  console.log(`at least ${minFiles} files and ${minImports} imports were expected`);
}
console.log(`${files} files, ${imports} imports, ${problems.length} wrong`);
process.exit(problems.length > 0 || idleRules.length > 0 || isTooLittle ? 1 : 0);
