export { type Unit, wordsOf } from "./unit-files.ts";
export { createUnitRunner } from "./unit-runner.ts";
