import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isRunning } from "../../packages/embedded-postgres/src/host.mjs";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { startSandbox } from "../../sandbox/testing.mjs";
import { createOutput } from "../supervisor/output.mjs";
import { buildPanel } from "../supervisor/panel-build.mjs";
import { findProgram } from "../system-packages.mjs";

// Starts, kills and stops a complete Zonepost on free ports.

const kinds = ["api", "cards", "panel", "postgres", "registry", "supervisor", "worker"];
const isRoot = process.getuid?.() === 0;
const until = (check) => vi.waitFor(check, { timeout: 300_000, interval: 50 });

let place;
let sandbox;
const sandboxes = [];

beforeAll(async () => {
  // The first start builds the panel, which takes minutes on a busy machine and isn't covered by these tests.
  await buildPanel({
    env: process.env,
    output: { ...createOutput(), say: () => {} },
    signal: new AbortController().signal,
  });
  place = fs.mkdtempSync(path.join(placeForTests(), "zonepost-supervisor-"));
  fs.chmodSync(place, 0o711);
}, 600_000);

afterAll(async () => {
  // Also those that a failed test left running.
  await Promise.all(sandboxes.map((each) => each.stop()));
  fs.rmSync(place, { recursive: true, force: true });
});

async function start(name, env) {
  const started = await startSandbox({ dataDir: path.join(place, name), env });
  sandboxes.push(started);
  return started;
}
/** It may have ended because another one was killed before. */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") {
      throw error;
    }
  }
}

const samePorts = ({ ports }) => ({ API_PORT: String(ports.api), PANEL_PORT: String(ports.panel) });
const allPids = (of) => Object.values(of.readRun().pids).flat();
const refusal = (name, env) =>
  start(name, env).then(
    async (started) => {
      await started.stop();
      expect.unreachable("it started");
    },
    (error) => error,
  );

async function expectAnswers({ apiUrl, panelUrl }) {
  // A slow registry is still waited for after the API is ready.
  await until(async () => {
    const ready = await fetch(`${apiUrl}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ok", checks: { api: "ok", database: "ok", registry: "ok" } },
    ]);
  });
  const signIn = await fetch(`${panelUrl}/sign-in`);
  await signIn.arrayBuffer();
  expect(signIn.status).toBe(200);
}

// Starting takes seconds, so the first five tests share one sandbox.
describe("npm start", () => {
  it("starts copies side by side, lists their processes, and leaves nothing behind when stopped", async () => {
    const [one, other] = await Promise.all([start("one"), start("other", { PAYMENTS: "off" })]);
    sandbox = one;
    for (const each of [one, other]) {
      await expectAnswers(each);
      const { pids } = each.readRun();
      expect(Object.keys(pids).sort()).toEqual([...kinds, "dns", "mail"].sort());
      expect(pids.mail).toEqual([]);
      expect(pids.dns).toHaveLength(findProgram(["knotd"]) ? 1 : 0);
      for (const kind of kinds) {
        expect(pids[kind]).toHaveLength(kind === "cards" && each === other ? 0 : 1);
      }
      expect(allPids(each).every(isRunning)).toBe(true);
      expect(pids.supervisor).toEqual([each.child.pid]);
    }
    // Without payments, no card processor runs.
    expect([typeof one.readRun().ports.cards, other.readRun().ports.cards]).toEqual(["number", undefined]);
    const pids = allPids(other);
    expect(pids.filter((pid) => allPids(one).includes(pid))).toEqual([]);
    expect(await other.stop("SIGTERM")).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(fs.existsSync(path.join(other.dataDir, "run.json"))).toBe(false);
    await expectAnswers(one);
  });

  it("restarts a process that died, on the same port, and reports its new process id", async () => {
    const before = sandbox.readRun().pids;
    for (const kind of ["worker", "cards", "registry", "postgres", "panel", "api"]) {
      kill(before[kind][0]);
    }
    await until(async () => {
      const { pids } = sandbox.readRun();
      for (const kind of kinds) {
        expect(pids[kind]).toHaveLength(1);
        if (kind !== "supervisor") {
          expect(pids[kind]).not.toEqual(before[kind]);
        }
      }
      await expectAnswers(sandbox);
    });
    expect(sandbox.readRun().ports).toEqual(sandbox.ports);
  });

  it("starts again after its supervisor was killed: the others exit, PostgreSQL is adopted", async () => {
    const before = sandbox.readRun();
    await sandbox.stop("SIGKILL");
    sandbox = await start("one", samePorts(before));
    const after = sandbox.readRun();
    expect(after.pids.postgres).toEqual(before.pids.postgres);
    for (const kind of ["api", "cards", "panel", "registry", "worker"]) {
      // A worker may finish what it had begun.
      await until(() => expect(before.pids[kind].filter(isRunning)).toEqual([]));
    }
    await expectAnswers(sandbox);
  });

  it("refuses a second start on the same data folder, with the first one's address", async () => {
    const refused = await refusal("one");
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toBe(
      `Zonepost is already running on ${sandbox.dataDir} (process ${sandbox.child.pid}): panel ${sandbox.panelUrl}, API ${sandbox.apiUrl}.\n`,
    );
    await expectAnswers(sandbox);
  });

  it("starts again after all its processes were killed, and stops on Ctrl-C", async () => {
    const before = sandbox.readRun();
    const killed = allPids(sandbox);
    for (const pid of killed) {
      kill(pid);
    }
    await sandbox.exited;
    sandbox = await start("one", samePorts(before));
    await expectAnswers(sandbox);
    const pids = allPids(sandbox);
    expect(pids.filter((pid) => killed.includes(pid))).toEqual([]);
    expect(await sandbox.stop("SIGINT")).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it("names the port and the process if a port is taken", async () => {
    const holder = createServer();
    await once(holder.listen(0, "127.0.0.1"), "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (holder.address());
    for (const name of ["API_PORT", "PANEL_PORT"]) {
      const refused = await refusal("refused", { [name]: String(port) });
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr.trim().split("\n")).toHaveLength(1);
      expect(refused.stderr).toMatch(
        new RegExp(`^Port ${port} is in use by process ${process.pid} .*${name}`),
      );
    }
    expect(holder.listening).toBe(true);
    holder.close();
  });

  it("names the data folder that it can't use", async () => {
    const closed = path.join(place, "closed");
    // A folder only for root keeps PostgreSQL's own user out; a closed one keeps a plain user from writing.
    fs.mkdirSync(closed, { mode: isRoot ? 0o700 : 0o500 });
    const refused = await refusal("closed/data");
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
    expect(refused.stderr).toContain(closed);
  });

  it("rejects invalid settings in one line", async () => {
    for (const [env, expected] of [
      [{ API_PORT: "http" }, "API_PORT=http is not a port number."],
      [{ API_PORT: "4000", PANEL_PORT: "4000" }, "API_PORT and PANEL_PORT are both 4000."],
      [{ WORKERS: "none" }, "WORKERS=none is not a number from 1 to 99."],
      [
        { HOST: "0.0.0.0" },
        "The sandbox only listens on this machine, not on HOST=0.0.0.0. Set SANDBOX_ALLOW_PUBLIC_HOST=true to allow it.",
      ],
      [{ ZONEPOST_MODE: "demo" }, "ZONEPOST_MODE=demo is neither sandbox nor live."],
    ]) {
      const refused = await refusal("refused", env);
      expect(refused).toMatchObject({ exitCode: 1, stderr: `${expected}\n` });
    }
  });
});
