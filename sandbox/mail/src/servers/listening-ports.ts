import { readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";

/** The state of a socket that listens (TCP), or that isn't connected (UDP), by its table. */
const states: Record<string, string> = {
  "/proc/net/tcp": "0A",
  "/proc/net/tcp6": "0A",
  "/proc/net/udp": "07",
  "/proc/net/udp6": "07",
};

/**
 * The ports on which processes of these groups listen, and this process. A port that another program holds accepts
 * connections too, so connecting to it doesn't show that a server is running.
 */
export async function findListeningPorts(groups: readonly number[]): Promise<Set<number>> {
  const portOfInode = new Map<string, number>();
  for (const [table, listening] of Object.entries(states)) {
    const lines = (await readFile(table, "utf8").catch(() => "")).split("\n").slice(1);
    for (const line of lines) {
      // proc(5): number, local address, remote address, state, …, inode
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state === listening) {
        portOfInode.set(inode, Number.parseInt(local.slice(local.indexOf(":") + 1), 16));
      }
    }
  }
  const ports = new Set<number>();
  for (const pid of await findMembers(groups)) {
    const folder = `/proc/${pid}/fd`;
    for (const name of await readdir(folder).catch(() => [])) {
      const target = await readlink(path.join(folder, name)).catch(() => "");
      const port = portOfInode.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? "");
      if (port !== undefined) {
        ports.add(port);
      }
    }
  }
  return ports;
}

async function findMembers(groups: readonly number[]): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const members: number[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // proc(5): the second field is the name in brackets, which may contain spaces; the fifth is the process group.
    const group = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
    if (pid === process.pid || groups.includes(group)) {
      members.push(pid);
    }
  }
  return members;
}
