import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import {
  endLeftover,
  findServerProgram,
  type ServerProcess,
  startServerProcess,
} from "@zonepost/server-process";
import { servesZone, type TsigKey } from "./dns-messages.ts";

export type KnotPrograms = {
  knotd: string;
  keymgr: string;
};

/** The paths of Knot DNS, or undefined if it isn't installed. */
export async function findKnot(): Promise<KnotPrograms | undefined> {
  const [knotd, keymgr] = await Promise.all([findServerProgram("knotd"), findServerProgram("keymgr")]);
  return knotd && keymgr ? { knotd, keymgr } : undefined;
}

const readyWithinMs = 20_000;
const pollIntervalMs = 15;

/** A Knot server on loopback that signs the zones in `zoneFolder` and accepts updates with `key`. */
export type Knot = {
  /** `<zone>.zone` in this folder, such as `com.zone`. */
  zoneFolder: string;
  /** Starts it with the current zone files. Resolves once it serves all zones, and rejects if it doesn't. */
  start(): Promise<ServerProcess>;
  /** DS records of its keys, in zone file format, one per line. */
  trustAnchors(): Promise<string[]>;
  close(): Promise<void>;
};

export async function createKnot(options: {
  programs: KnotPrograms;
  folder: string;
  zones: readonly string[];
  port: number;
  key: TsigKey;
  onLine: (line: string) => void;
}): Promise<Knot> {
  const { programs, folder, zones, port, key, onLine } = options;
  const zoneFolder = path.join(folder, "zones");
  const configurationFile = path.join(folder, "knot.conf");
  const pidFile = path.join(folder, "knot.pid");
  await mkdir(zoneFolder, { recursive: true, mode: 0o700 });
  await mkdir(path.join(folder, "database"), { recursive: true, mode: 0o700 });
  // A socket's path is limited to about a hundred characters, and the data folder's path may be longer.
  const runFolder = await mkdtemp(path.join(tmpdir(), "zonepost-knot-"));
  await writeFile(configurationFile, configuration({ folder, zoneFolder, runFolder, zones, port, key }), {
    mode: 0o600,
  });
  await endLeftover(pidFile, configurationFile);
  let server: ServerProcess | undefined;

  return {
    zoneFolder,
    async start() {
      await server?.stop();
      const started = await startServerProcess(programs.knotd, ["-c", configurationFile], onLine);
      server = started;
      await writeFile(pidFile, String(started.pid));
      const deadline = Date.now() + readyWithinMs;
      for (const zone of zones) {
        while (!(await servesZone(port, zone))) {
          if (!started.isRunning()) {
            throw new Error(`knotd ended: ${await started.exited}`);
          }
          if (Date.now() > deadline) {
            await started.stop();
            throw new Error(`knotd does not answer for ${zone}: ${await started.exited}`);
          }
          await delay(pollIntervalMs);
        }
      }
      return started;
    },
    async trustAnchors() {
      const anchors: string[] = [];
      for (const zone of zones) {
        const { stdout } = await promisify(execFile)(programs.keymgr, [
          "-c",
          configurationFile,
          `${zone}.`,
          "ds",
        ]);
        anchors.push(...stdout.split("\n").filter((line) => / 13 2 /.test(line)));
      }
      return anchors;
    },
    async close() {
      await server?.stop();
      await rm(pidFile, { force: true });
      await rm(runFolder, { recursive: true, force: true });
    },
  };
}

const megabytes = { journal: 64, keys: 16, timers: 4 };

function configuration(settings: {
  folder: string;
  zoneFolder: string;
  runFolder: string;
  zones: readonly string[];
  port: number;
  key: TsigKey;
}): string {
  const { folder, zoneFolder, runFolder, zones, port, key } = settings;
  return `server:
    rundir: ${quoted(runFolder)}
    listen: 127.0.0.1@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
    identity: ""
    version: ""
log:
  - target: stderr
    any: info
database:
    storage: ${quoted(path.join(folder, "database"))}
    journal-db-max-size: ${megabytes.journal}M
    kasp-db-max-size: ${megabytes.keys}M
    timer-db-max-size: ${megabytes.timers}M
key:
  - id: ${key.name}
    algorithm: hmac-sha256
    secret: ${key.secret.toString("base64")}
acl:
  - id: registry
    address: 127.0.0.1
    key: ${key.name}
    action: update
policy:
  - id: registry
    algorithm: ecdsap256sha256
    single-type-signing: on
    ksk-lifetime: 0
    zsk-lifetime: 0
    dnskey-ttl: 5
    zone-max-ttl: 60
    propagation-delay: 1
    cds-cdnskey-publish: none
template:
  - id: default
    storage: ${quoted(zoneFolder)}
    file: "%s.zone"
    zonefile-load: difference-no-serial
    zonefile-sync: -1
    journal-content: all
    dnssec-signing: on
    dnssec-policy: registry
    acl: registry
zone:
${zones.map((zone) => `  - domain: ${zone}.\n`).join("")}`;
}

const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
