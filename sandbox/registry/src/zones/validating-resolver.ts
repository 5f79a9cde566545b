import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import {
  endLeftover,
  findServerProgram,
  freeLoopbackPort,
  startServerProcess,
} from "@zonepost/server-process";
import { queryValidator } from "./dns-messages.ts";

export type ResolverOptions = {
  folder: string;
  /** DS records in zone file format. */
  trustAnchors: readonly string[];
  /** The loopback ports of each zone's servers, since NS records can't contain a port. */
  servers: readonly { zone: string; ports: readonly number[] }[];
  /** Hosts of this machine, which have the address of loopback. */
  hosts?: readonly string[];
  /** Default: 0, a free port. */
  port?: number;
};

/** Unbound on loopback. It validates with the trust anchors and caches nothing, so results are always current. */
export type ValidatingResolver = {
  port: number;
  /** Adds a zone and its servers. */
  addServer(zone: string, ...ports: number[]): Promise<void>;
  /** Removes them: the zone's parent is asked again. */
  removeServer(zone: string): Promise<void>;
  /** Resolves a name's address: `bogus` for SERVFAIL, `secure` for a validated response. */
  verdictOf(name: string): Promise<"secure" | "insecure" | "bogus">;
  /** Flushes a zone from the cache, which keeps bad keys for a minute. */
  forget(zone: string): Promise<void>;
  close(): Promise<void>;
};

export async function findUnbound(): Promise<{ unbound: string; control: string } | undefined> {
  const [unbound, control] = await Promise.all([
    findServerProgram("unbound"),
    findServerProgram("unbound-control"),
  ]);
  return unbound && control ? { unbound, control } : undefined;
}

const readyWithinMs = 10_000;
const pollIntervalMs = 15;

/** Rejects if Unbound isn't installed or doesn't start. */
export async function startValidatingResolver(options: ResolverOptions): Promise<ValidatingResolver> {
  const programs = await findUnbound();
  if (!programs) {
    throw new Error("Unbound is not installed here (Debian package: unbound).");
  }
  const { folder, trustAnchors, servers, hosts = [] } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const port = options.port || (await freeLoopbackPort());
  const runFolder = await mkdtemp(path.join(tmpdir(), "zonepost-unbound-"));
  const configurationFile = path.join(folder, "unbound.conf");
  const pidFile = path.join(folder, "unbound.pid");
  const anchorFile = path.join(folder, "trust-anchors");
  await writeFile(anchorFile, `${trustAnchors.join("\n")}\n`);
  await writeFile(configurationFile, configuration({ runFolder, anchorFile, port, servers, hosts }));
  await endLeftover(pidFile, configurationFile);
  const server = await startServerProcess(programs.unbound, ["-d", "-p", "-c", configurationFile], () => {});
  await writeFile(pidFile, String(server.pid));

  const control = async (...args: string[]): Promise<void> => {
    await promisify(execFile)(programs.control, ["-c", configurationFile, ...args]);
  };
  const close = async () => {
    await server.stop();
    await rm(pidFile, { force: true });
    await rm(runFolder, { recursive: true, force: true });
  };
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    try {
      await control("status");
      break;
    } catch (cause) {
      if (server.isRunning() && Date.now() < deadline) {
        await delay(pollIntervalMs);
        continue;
      }
      await close();
      throw new Error(`Unbound does not start: ${await server.exited}`, { cause });
    }
  }
  return {
    port,
    async addServer(zone, ...ports) {
      await control("stub_add", `${zone}.`, ...ports.map((at) => `127.0.0.1@${at}`));
      await control("flush_zone", `${zone}.`);
    },
    async removeServer(zone) {
      await control("stub_remove", `${zone}.`);
      await control("flush_zone", `${zone}.`);
    },
    verdictOf: (name) => queryValidator(port, name),
    forget: (zone) => control("flush_zone", `${zone}.`),
    close,
  };
}

function configuration(settings: {
  runFolder: string;
  anchorFile: string;
  port: number;
  servers: ResolverOptions["servers"];
  hosts: readonly string[];
}): string {
  const { runFolder, anchorFile, port, servers, hosts } = settings;
  return `server:
  interface: 127.0.0.1
  port: ${port}
  access-control: 127.0.0.0/8 allow
  directory: "${runFolder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  logfile: ""
  num-threads: 1
  do-ip6: no
  do-not-query-localhost: no
  module-config: "validator iterator"
  trust-anchor-file: "${anchorFile}"
  cache-max-ttl: 0
  cache-max-negative-ttl: 0
  val-bogus-ttl: 1
  # Zones that are not served here are answered immediately, without querying other servers.
  local-zone: "." refuse
${servers.map(({ zone }) => `  local-zone: "${zone}." transparent\n`).join("")}${hosts.map((host) => `  local-zone: "${host}." static\n  local-data: "${host}. 2 IN A 127.0.0.1"\n`).join("")}remote-control:
  control-enable: yes
  control-interface: "${path.join(runFolder, "control")}"
  control-use-cert: no
${servers.map(({ zone, ports }) => `stub-zone:\n  name: "${zone}."\n${ports.map((at) => `  stub-addr: 127.0.0.1@${at}\n`).join("")}  stub-no-cache: yes\n`).join("")}`;
}
