import { execFile } from "node:child_process";
import { access, chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
  const [next, previous, file] = [`${folder}.next`, `${folder}.previous`, path.join(state, "knot.conf")];
  // An earlier call may have stopped between its two renames.
  if (!(await isThere(folder)) && (await isThere(previous))) {
    await rename(previous, folder);
  }
  const members = (await isThere(folder)) ? await readMembers(knotc, folder) : "";
  try {
    await writeFile(file, text + members, { mode: ownFile });
    await run(knotc, ["-c", file, "conf-check"]);
    await rm(next, { recursive: true, force: true });
    await run(knotc, ["-f", "-C", next, "conf-import", file]);
  } finally {
    await rm(file, { force: true });
  }
  await rm(previous, { recursive: true, force: true });
  if (await isThere(folder)) {
    await rename(folder, previous);
  }
  await rename(next, folder);
  await rm(previous, { recursive: true, force: true });
}

async function readMembers(knotc: string, folder: string): Promise<string> {
  const file = `${folder}.exported`;
  try {
    await run(knotc, ["-C", folder, "conf-export", file]);
    return memberSection(await readFile(file, "utf8"));
  } finally {
    await rm(file, { force: true });
  }
}

async function isThere(folder: string): Promise<boolean> {
  return await access(folder).then(
    () => true,
    () => false,
  );
}

/** The zones with a template in an exported configuration: those that the API has added. */
export function memberSection(exported: string): string {
  const lines = exported.split("\n");
  const start = lines.indexOf("zone:") + 1;
  if (start === 0) {
    return "";
  }
  const next = lines.findIndex((line, at) => at >= start && /^\S/.test(line));
  return lines
    .slice(start, next === -1 ? undefined : next)
    .filter((line) => line.trim() !== "")
    .join("\n")
    .split(/^(?= {2}- domain: )/m)
    .filter((zone) => /^ {4}template: /m.test(zone))
    .map((zone) => `${zone.trimEnd()}\n`)
    .join("");
}
