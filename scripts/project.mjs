import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, and the newer Node from the installed packages. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const node = path.join(root, "node_modules/node/bin/node");
