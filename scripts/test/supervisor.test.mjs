import fs from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRunning } from "../../packages/db/src/host.mjs";
import { startSandbox } from "../sandbox.mjs";

// The real thing on free ports: the whole of Zonepost is started, killed and stopped.

const kinds = ["api", "panel", "postgres", "registry", "supervisor", "worker"];
const isRoot = process.getuid?.() === 0;
const until = (check) => vi.waitFor(check, { timeout: 40_000, interval: 50 });

let place;
let dataDir;
let sandboxes;

beforeEach(() => {
  place = fs.mkdtempSync(path.join(tmpdir(), "zonepost-supervisor-"));
  fs.chmodSync(place, 0o711);
  dataDir = path.join(place, "data");
  sandboxes = [];
});

afterEach(async () => {
  await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
  fs.rmSync(place, { recursive: true, force: true });
});

async function start(options) {
  const sandbox = await startSandbox({ dataDir, ...options });
  sandboxes.push(sandbox);
  return sandbox;
}

const allPids = (sandbox) => Object.values(sandbox.readRun().pids).flat();

async function statusOf(url) {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

const refusal = (options) =>
  start(options).then(
    () => expect.unreachable("it started"),
    (error) => error,
  );

describe("npm start", { timeout: 120_000 }, () => {
  it("starts copies side by side, says what is whose, and leaves nothing behind when it is stopped", async () => {
    const [one, other] = await Promise.all([start(), start({ dataDir: path.join(place, "other") })]);
    for (const sandbox of [one, other]) {
      expect(await statusOf(`${sandbox.apiUrl}/health/ready`)).toBe(200);
      expect(await statusOf(`${sandbox.panelUrl}/sign-in`)).toBe(200);
      const { pids } = sandbox.readRun();
      expect(Object.keys(pids).sort()).toEqual(kinds);
      for (const kind of kinds) expect(pids[kind]).toHaveLength(1);
      expect(allPids(sandbox).every(isRunning)).toBe(true);
      expect(pids.supervisor).toEqual([sandbox.child.pid]);
    }
    expect(allPids(one).filter((pid) => allPids(other).includes(pid))).toEqual([]);

    for (const [sandbox, signal] of [
      [one, "SIGTERM"],
      [other, "SIGINT"],
    ]) {
      const pids = allPids(sandbox);
      const toldAt = performance.now();
      expect(await sandbox.stop(signal)).toBe(0);
      expect(performance.now() - toldAt).toBeLessThan(10_000);
      expect(pids.filter(isRunning)).toEqual([]);
      expect(fs.existsSync(path.join(sandbox.dataDir, "run.json"))).toBe(false);
    }
  });

  it("starts again after its supervisor was killed: the others leave, PostgreSQL is taken over", async () => {
    const first = await start();
    const before = first.readRun();
    const ports = { API_PORT: String(before.ports.api), PANEL_PORT: String(before.ports.panel) };
    await first.stop("SIGKILL");
    const second = await start({ env: ports });
    const after = second.readRun();
    expect(after.pids.postgres).toEqual(before.pids.postgres);
    for (const kind of ["api", "panel", "registry", "worker"]) {
      expect(before.pids[kind].filter(isRunning)).toEqual([]);
    }
    expect(await statusOf(`${second.apiUrl}/health/ready`)).toBe(200);

    const refused = await refusal();
    expect(refused.exitCode).toBe(1);
    expect(refused.complaint.trim().split("\n")).toEqual([
      `Zonepost already runs on ${dataDir} (process ${second.child.pid}): panel ${second.panelUrl}, API ${second.apiUrl}.`,
    ]);
  });

  it("starts again after all its processes were killed", async () => {
    const first = await start();
    const pids = allPids(first);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await first.exited;
    const second = await start();
    expect(await statusOf(`${second.apiUrl}/health/ready`)).toBe(200);
    expect(allPids(second).filter((pid) => pids.includes(pid))).toEqual([]);
  });

  it("starts a process that died again, and says the new one's number", async () => {
    const sandbox = await start();
    const before = sandbox.readRun().pids;
    for (const kind of ["worker", "registry", "postgres", "panel", "api"])
      process.kill(before[kind][0], "SIGKILL");
    await until(async () => {
      const { pids } = sandbox.readRun();
      for (const kind of kinds) {
        expect(pids[kind]).toHaveLength(1);
        if (kind !== "supervisor") expect(pids[kind]).not.toEqual(before[kind]);
      }
      expect(await statusOf(`${sandbox.apiUrl}/health/ready`)).toBe(200);
      expect(await statusOf(`${sandbox.panelUrl}/sign-in`)).toBe(200);
    });
    expect(sandbox.readRun().ports).toEqual(sandbox.ports);
  });

  it("names the port and the process when someone else holds a port", async () => {
    const holder = createServer();
    await new Promise((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const { port } = holder.address();
    for (const name of ["API_PORT", "PANEL_PORT"]) {
      const refused = await refusal({ env: { [name]: String(port) } });
      expect(refused.exitCode).toBe(1);
      expect(refused.complaint.trim().split("\n")).toHaveLength(1);
      expect(refused.complaint).toMatch(
        new RegExp(`^Port ${port} is held by process ${process.pid} .*${name}`),
      );
    }
    expect(holder.listening).toBe(true);
    holder.close();
  });

  it("names the data folder that it cannot use", async () => {
    const closed = path.join(place, "closed");
    // PostgreSQL's own user cannot pass a folder that is root's alone; a plain user cannot write to a closed one.
    fs.mkdirSync(closed, { mode: isRoot ? 0o700 : 0o500 });
    const refused = await refusal({ dataDir: path.join(closed, "data") });
    expect(refused.exitCode).toBe(1);
    expect(refused.complaint.trim().split("\n")).toHaveLength(1);
    expect(refused.complaint).toContain(closed);
  });

  it("refuses settings that make no sense in one line", async () => {
    for (const [env, said] of [
      [{ API_PORT: "http" }, "API_PORT=http is not a port number."],
      [{ API_PORT: "4000", PANEL_PORT: "4000" }, "API_PORT and PANEL_PORT are both 4000."],
      [{ WORKERS: "none" }, "WORKERS=none is not a number from 1 to 99."],
      [{ ZONEPOST_MODE: "demo" }, "ZONEPOST_MODE=demo is neither sandbox nor live."],
    ]) {
      const refused = await refusal({ env });
      expect(refused).toMatchObject({ exitCode: 1, complaint: `${said}\n` });
    }
  });
});
