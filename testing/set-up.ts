import { afterAll, afterEach } from "vitest";
import { takeUnexpectedWarnings, watchWarnings } from "./warnings.ts";

function failOnUnexpectedWarnings() {
  const unexpected = takeUnexpectedWarnings();
  if (unexpected.length > 0) {
    throw new Error(unexpected.join("\n"));
  }
}

watchWarnings();
afterEach(failOnUnexpectedWarnings);
afterAll(failOnUnexpectedWarnings);
