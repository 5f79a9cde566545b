import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import {
  configurationFolder,
  type DnsServerOptions,
  primaryConfiguration,
  secondaryConfiguration,
  writeKnotDatabase,
} from "@zonepost/dns-config";
import {
  endLeftover,
  findServerProgram,
  type KeptServer,
  keepRunning,
  lockFolder,
  startServerProcess,
} from "@zonepost/server-process";

/** The nameservers can't run on this machine. The message is for the sandbox's operator. */
export class NameserversUnavailableError extends Error {
  override readonly name = "NameserversUnavailableError";
}

export type Nameservers = {
  /** The processes that run now: the hidden primary, then the public nameservers. */
  pids(): number[];
  close(): Promise<void>;
};

export type NameserversOptions = {
  /** For the zones and the signing keys. */
  folder: string;
  /** For the control sockets; the primary's is `primary/knot.sock`. A socket's path has at most 107 characters. */
  runFolder: string;
  /** On loopback: the hidden primary's, then those of the public nameservers. */
  ports: readonly [primary: number, ns1: number, ns2: number];
  /** Default: the short times of a sandbox. */
  timing?: DnsServerOptions["timing"];
  parentResolvers?: DnsServerOptions["parentResolvers"];
  log: (line: string) => void;
};

export const publicHosts = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"] as const;
const loopback = "127.0.0.1";
const sandboxTiming = { dnskeyTtlSeconds: 5, propagationDelaySeconds: 1, parentCheckSeconds: 2 };
const databaseMegabytes = { journal: 1_024, keys: 200, timers: 50 };

/**
 * Runs a hidden primary and two public nameservers, which follow its catalog of zones. Each is started again whenever it
 * ends. Rejects with a NameserversUnavailableError where Knot isn't installed.
 */
export async function startNameservers(options: NameserversOptions): Promise<Nameservers> {
  const { folder, runFolder, ports, log, timing = sandboxTiming, parentResolvers = [] } = options;
  const [knotd, knotc] = await Promise.all([findServerProgram("knotd"), findServerProgram("knotc")]);
  if (!knotd || !knotc) {
    throw new NameserversUnavailableError("Knot DNS is not installed here (Debian package: knot).");
  }
  for (const each of [folder, runFolder]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
    await chmod(each, 0o700);
  }
  const unlock = await lockFolder(folder);
  if (!unlock) {
    throw new NameserversUnavailableError("Another process runs the nameservers of this sandbox.");
  }
  const [primaryPort, ...publicPorts] = ports;
  const shared = {
    primary: { address: loopback, port: primaryPort },
    secondaries: publicHosts.map((host, at) => ({ host, address: loopback, port: publicPorts[at] ?? 0 })),
    transferKey: await readTransferKey(folder),
    parentResolvers,
    timing,
    databaseMegabytes,
  };
  const started: KeptServer[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await unlock();
  };

  const start = async (name: string, configurationOf: (options: DnsServerOptions) => string) => {
    const folders = { state: path.join(folder, name), run: path.join(runFolder, name) };
    const settings = { ...shared, folders };
    const configuration = configurationFolder(settings);
    const pidFile = path.join(folder, `${name}.pid`);
    await endLeftover(pidFile, configuration);
    await writeKnotDatabase(settings, configurationOf(settings));
    const server = await keepRunning({
      name,
      log,
      async start() {
        // Knot refuses to start beside the number of a process that was killed and not waited for.
        await rm(path.join(folders.run, "knot.pid"), { force: true });
        const process = await startServerProcess(knotd, ["-C", configuration], (line) => {
          // One for each step of each zone.
          / info: /.test(line) || log(`${name}: ${line}`);
        });
        await writeFile(pidFile, String(process.pid));
        return process;
      },
    });
    started.push(server);
    await waitUntilReady(server, knotc, path.join(folders.run, "knot.sock"));
  };
  try {
    // The public nameservers would otherwise wait before they ask the primary again.
    await start("primary", primaryConfiguration);
    for (const host of publicHosts) {
      await start(host.split(".")[0] ?? host, (settings) => secondaryConfiguration(settings, host));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { pids: () => started.flatMap(({ pid }) => pid ?? []), close };
}

async function readTransferKey(folder: string): Promise<string> {
  const file = path.join(folder, "transfer-key");
  try {
    return await readFile(file, "utf8");
  } catch {
    const key = randomBytes(32).toString("base64");
    await writeFile(file, key, { mode: 0o600 });
    return key;
  }
}

const readyWithinMs = 60_000;
const pollIntervalMs = 30;

async function waitUntilReady(server: KeptServer, knotc: string, socket: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    try {
      await promisify(execFile)(knotc, ["-s", socket, "status"]);
      return;
    } catch (cause) {
      if (server.lastEnd !== undefined || Date.now() > deadline) {
        throw new Error(server.lastEnd ?? `${server.name} doesn't answer at ${socket}`, { cause });
      }
      await delay(pollIntervalMs);
    }
  }
}
