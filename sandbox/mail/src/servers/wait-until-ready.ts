import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { MailServerOptions } from "@zonepost/mail-config";
import type { KeptServer } from "@zonepost/server-process";
import { MailUnavailableError } from "./folders.ts";
import { findListeningPorts } from "./listening-ports.ts";

type ReadyOptions = Pick<MailServerOptions, "ports" | "internalPorts" | "folders">;
type WatchedServer = Pick<KeptServer, "name" | "pid" | "lastEnd">;

const lookEveryMs = 100;

/**
 * Resolves once all servers run at the same time, hold all ports, and Rspamd answers. Rejects with the reason of the server
 * that keeps ending, or with the ports that no server holds, in one line.
 */
export async function waitUntilReady(
  options: ReadyOptions,
  servers: readonly WatchedServer[],
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  const milter = path.join(options.folders.run, "rspamd/milter.sock");
  for (;;) {
    const missing = await findMissing(options, servers, milter);
    if (missing === undefined) {
      return;
    }
    signal?.throwIfAborted();
    if (performance.now() > deadlineMs) {
      throw new MailUnavailableError(
        `The mail servers did not start within ${withinMs / 1000} s: ${missing}. Their logs are in ${options.folders.logs}.`,
      );
    }
    await delay(lookEveryMs);
  }
}

async function findMissing(
  { ports, internalPorts }: ReadyOptions,
  servers: readonly WatchedServer[],
  milter: string,
): Promise<string | undefined> {
  const pids = servers.map(({ pid }) => pid);
  const ended = servers.find(({ pid }) => pid === undefined);
  if (ended) {
    return ended.lastEnd ?? `${ended.name} isn't running`;
  }
  const held = await findListeningPorts(pids.filter((pid) => pid !== undefined));
  const named = Object.entries({ ...internalPorts, ...ports });
  const free = named.filter(([, port]) => !held.has(port)).map(([name, port]) => `${name} (${port})`);
  if (free.length > 0) {
    const reasons = servers.flatMap(({ lastEnd }) => lastEnd ?? []);
    return reasons[0] ?? `none of them listens on the ports ${free.join(", ")}`;
  }
  if (!(await accepts(milter))) {
    return "the spam filter doesn't answer";
  }
  // One of them may have ended and returned during these questions.
  return servers.every(({ pid }, at) => pid === pids[at]) ? undefined : "one of them has just ended";
}

function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
