import path from "node:path";
import { eraseOrphanedKeys } from "../index.ts";

// `npm run dns:erase-keys -- /var/lib/zonepost-dns`: erases the private keys of zones that were deleted or unsigned.

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("npm run dns:erase-keys -- /var/lib/zonepost-dns");
  process.exit(2);
}
try {
  const erased = await eraseOrphanedKeys({ folders: { state: path.resolve(folder), run: "" } });
  console.log(`${erased} ${erased === 1 ? "key" : "keys"} erased.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
