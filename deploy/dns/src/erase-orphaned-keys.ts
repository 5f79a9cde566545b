import { execFile } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { findServerProgram } from "@zonepost/server-process";
import { configurationFolder } from "./knot-database.ts";
import type { DnsServerOptions } from "./options.ts";

const run = promisify(execFile);

/** A new key's file is there before Knot's list has the key. */
const youngestMs = 3_600_000;

/**
 * Erases the files of private keys that belong to no zone any more: Knot forgets the keys of a zone that was removed or
 * unsigned, but keeps their files. Knot may run meanwhile. Returns how many files were erased.
 */
export async function eraseOrphanedKeys(
  options: Pick<DnsServerOptions, "folders">,
  { oldestMs = Date.now() - youngestMs }: { oldestMs?: number } = {},
): Promise<number> {
  const keymgr = await findServerProgram("keymgr");
  if (!keymgr) {
    throw new Error("Knot DNS is not installed here (Debian package: knot).");
  }
  const list = async (...args: string[]) => {
    const { stdout } = await run(keymgr, ["-C", configurationFolder(options), ...args]);
    return stdout.split("\n").filter(Boolean);
  };
  const folder = path.join(options.folders.state, "keys/keys");
  // Read before the list of keys, so that a key that is created meanwhile isn't among them.
  const files = await readdir(folder);
  const used = new Set<string>();
  for (const zone of await list("--list")) {
    for (const line of await list(zone, "list")) {
      used.add(`${line.split(" ")[0]}.pem`);
    }
  }
  let erased = 0;
  for (const file of files.filter((each) => each.endsWith(".pem") && !used.has(each))) {
    const { mtimeMs } = await stat(path.join(folder, file));
    if (mtimeMs <= oldestMs) {
      await rm(path.join(folder, file));
      erased += 1;
    }
  }
  return erased;
}
