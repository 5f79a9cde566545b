import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findServerProgram } from "@zonepost/server-process";

const run = promisify(execFile);

export type DnsServerProgram = "knot" | "nsd";

/** Has the server's own program check a configuration. Returns what it reports, or undefined if it isn't installed. */
export async function checkDnsConfiguration(
  program: DnsServerProgram,
  text: string,
): Promise<string[] | undefined> {
  const checker = await findServerProgram(program === "knot" ? "knotc" : "nsd-checkconf");
  if (!checker) {
    return undefined;
  }
  // It holds the key of transfers.
  const folder = await mkdtemp(path.join(tmpdir(), "zonepost-dns-check-"));
  const file = path.join(folder, `${program}.conf`);
  try {
    await writeFile(file, text, { mode: 0o600 });
    await run(checker, program === "knot" ? ["-c", file, "conf-check"] : [file]);
    return [];
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.split("\n").filter(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
