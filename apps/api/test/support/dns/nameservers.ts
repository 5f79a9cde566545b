import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type NameserversOptions, startNameservers } from "@zonepost/sandbox-dns";
import { findServerProgram, freeLoopbackPort } from "@zonepost/server-process";

export const hasKnot = (await findServerProgram("knotd")) !== undefined;

/** A hidden primary and two public nameservers, in a folder of their own. */
export async function startTestNameservers(timing?: NameserversOptions["timing"]) {
  const root = await mkdtemp(path.join(tmpdir(), "zonepost-dns-"));
  const folder = path.join(root, "data");
  const runFolder = path.join(root, "run");
  const ports = [await freeLoopbackPort(), await freeLoopbackPort(), await freeLoopbackPort()] as const;
  const nameservers = await startNameservers({ folder, runFolder, ports, timing, log: () => {} });
  return {
    ports,
    socketPath: path.join(runFolder, "primary/knot.sock"),
    pids: nameservers.pids,
    async close() {
      await nameservers.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
