import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { findServerProgram } from "@zonepost/server-process";
import type { DnsServerOptions } from "./options.ts";

const run = promisify(execFile);

/** Only Knot's own user may read what is in it: the keys are in clear. */
const ownFolder = 0o700;
const ownFile = 0o600;

/** The folder of the configuration, in which the server also keeps the zones that the API adds. */
export const configurationFolder = ({ folders }: Pick<DnsServerOptions, "folders">): string =>
  path.join(folders.state, "configuration");

/**
 * Writes the configuration, and has the server's own program check it. The zones that were added since stay. The server
 * must not run meanwhile. Rejects with what the program reports.
 */
export async function writeKnotDatabase(options: DnsServerOptions, text: string): Promise<void> {
  const { state } = options.folders;
  const knotc = await findServerProgram("knotc");
  if (!knotc) {
    throw new Error("Knot DNS is not installed here (Debian package: knot).");
  }
  for (const folder of [state, path.join(state, "zones"), path.join(state, "keys"), options.folders.run]) {
    await mkdir(folder, { recursive: true, mode: ownFolder });
    await chmod(folder, ownFolder);
  }
  const folder = configurationFolder(options);
  const file = path.join(state, "configuration.new");
  const exported = path.join(state, "configuration.old");
  try {
    await run(knotc, ["-C", folder, "conf-export", exported]);
    await writeFile(file, text + memberSection(await readFile(exported, "utf8")), { mode: ownFile });
  } catch {
    // There is none yet.
    await writeFile(file, text, { mode: ownFile });
  }
  try {
    await run(knotc, ["-c", file, "conf-check"]);
    await run(knotc, ["-f", "-C", folder, "conf-import", file]);
  } finally {
    await rm(file, { force: true });
    await rm(exported, { force: true });
  }
}

/** The zones with a template in an exported configuration: those that the API has added. */
export function memberSection(exported: string): string {
  const [, zones = ""] = exported.split(/^zone:\n/m);
  return zones
    .split(/^(?= {2}- domain:)/m)
    .filter((zone) => /^ {4}template: /m.test(zone))
    .join("")
    .replace(/\n[^ ][\s\S]*$/, "\n");
}
