import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eraseOrphanedKeys } from "@zonepost/dns-config";
import { findServerProgram, freeLoopbackPort } from "@zonepost/server-process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NameserversUnavailableError, startNameservers } from "../src/index.ts";

const run = promisify(execFile);
const programs = await Promise.all(["knotd", "knotc", "keymgr", "kdig"].map(findServerProgram));

describe.skipIf(programs.includes(undefined))(
  "the sandbox's nameservers (skipped without Knot and kdig)",
  () => {
    let root = "";
    let ports: [number, number, number] = [0, 0, 0];
    const ended: (() => Promise<void>)[] = [];
    beforeEach(async () => {
      root = await mkdtemp(path.join(tmpdir(), "zonepost-dns-"));
      ports = [await freeLoopbackPort(), await freeLoopbackPort(), await freeLoopbackPort()];
    });
    afterEach(async () => {
      for (const end of ended.splice(0)) {
        await end();
      }
      await rm(root, { recursive: true, force: true });
    });
    const place = () => ({ folder: path.join(root, "dns"), runFolder: path.join(root, "run"), ports });
    const start = async () => {
      const nameservers = await startNameservers({ ...place(), log: () => {} });
      ended.push(nameservers.close);
      return nameservers;
    };
    const knotc = (...args: string[]) =>
      run("knotc", ["-s", path.join(root, "run/primary/knot.sock"), ...args]);
    const createZone = async (zone: string, template = "member") => {
      await knotc("conf-begin");
      await knotc("conf-set", `zone[${zone}]`);
      await knotc("conf-set", `zone[${zone}].template`, template);
      await knotc("conf-commit");
      await knotc("zone-begin", zone);
      await knotc("zone-set", zone, "@", "60", "SOA", "ns1.test. host.test. 5 3600 600 604800 60");
      await knotc("zone-set", zone, "@", "60", "NS", "ns1.test.");
      await knotc("zone-commit", zone);
    };
    const ask = async (port: number, ...question: string[]) => {
      const { stdout, stderr } = await run("kdig", [
        "@127.0.0.1",
        "-p",
        String(port),
        "+timeout=1",
        "+retry=0",
        ...question,
      ]).catch((error: { stdout: string; stderr: string }) => error);
      return stdout + stderr;
    };
    const serials = async (zone: string) =>
      await Promise.all(
        ports.map(async (port) => (await ask(port, zone, "SOA", "+short")).match(/ (\d+) 3600 /)?.[1]),
      );

    it("serve a zone on all of them once the primary has it, and no longer once it is withdrawn", async () => {
      await start();
      await createZone("one.test");
      await createZone("signed.test", "member-signed");
      await expect.poll(() => serials("one.test")).toEqual(["5", "5", "5"]);
      await expect.poll(() => serials("signed.test")).toEqual(["5", "5", "5"]);
      expect(await ask(ports[2], "signed.test", "SOA", "+dnssec")).toMatch(/RRSIG/);
      await knotc("conf-begin");
      await knotc("conf-unset", "zone[one.test]");
      await knotc("conf-commit");
      await expect.poll(() => ask(ports[1], "one.test", "SOA")).toMatch(/REFUSED/);
      await expect.poll(() => ask(ports[2], "one.test", "SOA")).toMatch(/REFUSED/);
    });

    it("transfer no zone and no list of zones without the key, and tell neither version nor host", async () => {
      await start();
      await createZone("one.test");
      await expect.poll(() => serials("one.test")).toEqual(["5", "5", "5"]);
      for (const port of ports) {
        for (const zone of ["one.test", "catalog.zonepost.invalid"]) {
          expect(await ask(port, zone, "AXFR")).toMatch(/NOTAUTH|REFUSED/);
        }
        for (const name of ["version.bind", "version.server", "id.server", "hostname.bind"]) {
          const answer = await ask(port, "-c", "CH", "-t", "TXT", "-q", name);
          expect(answer).toMatch(/REFUSED/);
          expect(answer).not.toMatch(/Knot/);
        }
      }
    });

    it("have folders that only their own user can open", async () => {
      await start();
      await createZone("signed.test", "member-signed");
      for (const folder of ["dns", "dns/primary", "dns/primary/keys", "run", "run/primary"]) {
        expect((await stat(path.join(root, folder))).mode & 0o777).toBe(0o700);
      }
      expect((await stat(path.join(root, "dns/transfer-key"))).mode & 0o777).toBe(0o600);
    });

    it("keep the file of a withdrawn zone's key only until orphaned keys are erased", async () => {
      await start();
      const folders = { state: path.join(root, "dns/primary"), run: path.join(root, "run/primary") };
      const files = () => readdir(path.join(folders.state, "keys/keys"));
      await createZone("stays.test", "member-signed");
      const staying = await files();
      await createZone("goes.test", "member-signed");
      expect(await files()).toHaveLength(4);
      await knotc("conf-begin");
      await knotc("conf-unset", "zone[goes.test]");
      await knotc("conf-commit");
      await knotc("-f", "zone-purge", "+orphan", "goes.test");
      expect(await eraseOrphanedKeys({ folders })).toBe(0);
      expect(await eraseOrphanedKeys({ folders }, { oldestMs: Date.now() })).toBe(2);
      expect((await files()).sort()).toEqual(staying.sort());
    });

    it("come back with their zones when any of them is killed", async () => {
      const nameservers = await start();
      await createZone("one.test");
      await expect.poll(() => serials("one.test")).toEqual(["5", "5", "5"]);
      for (const pid of nameservers.pids()) {
        process.kill(pid, "SIGKILL");
        await expect.poll(() => nameservers.pids()).not.toContain(pid);
      }
      await expect.poll(() => serials("one.test")).toEqual(["5", "5", "5"]);
      await createZone("two.test");
      await expect.poll(() => serials("two.test")).toEqual(["5", "5", "5"]);
    });

    it("end with their process, and come back with their zones in the next one, on other ports", async () => {
      const entry = path.join(import.meta.dirname, "../src/entry/sandbox-nameservers.ts");
      const startProcess = async () => {
        const child = fork(entry, [], {
          silent: true,
          env: {
            ...process.env,
            DATA_DIR: root,
            DNS_CONTROL_SOCKET: path.join(root, "run/primary/knot.sock"),
            SANDBOX_NAMESERVER_PORTS: ports.join(","),
          },
        });
        ended.push(async () => {
          const exited = once(child, "exit");
          if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) {
            await exited;
          }
        });
        await once(child, "message");
        return child;
      };
      const first = await startProcess();
      await createZone("one.test");
      await createZone("another.test");
      await createZone("last.test");
      await expect.poll(() => serials("one.test")).toEqual(["5", "5", "5"]);
      const exited = once(first, "exit");
      first.kill("SIGKILL");
      await exited;
      await expect.poll(() => serials("one.test")).toEqual([undefined, undefined, undefined]);
      ports = [await freeLoopbackPort(), await freeLoopbackPort(), await freeLoopbackPort()];
      await startProcess();
      await expect.poll(() => serials("another.test")).toEqual(["5", "5", "5"]);
      await expect.poll(() => serials("last.test")).toEqual(["5", "5", "5"]);
      await expect.poll(() => serials("one.test")).toEqual(["5", "5", "5"]);
      await createZone("two.test");
      await expect.poll(() => serials("two.test")).toEqual(["5", "5", "5"]);
    });

    it("run only once in a folder", async () => {
      await start();
      await expect(startNameservers({ ...place(), log: () => {} })).rejects.toThrow(
        NameserversUnavailableError,
      );
    });
  },
);
