import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, and the newer Node from the installed packages. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const node = path.join(root, "node_modules/node/bin/node");

/**
 * The arguments that run a program. V8 lets the young generation of a busy worker grow to more than 100 MB; with at most
 * 8 MB for each of its halves, a worker takes half of the memory.
 */
export const nodeArguments = (entry) =>
  entry.endsWith("entry/worker.ts") ? ["--max-semi-space-size=8", entry] : [entry];
