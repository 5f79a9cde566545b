import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmptyDatabase } from "../../packages/db/src/testing.ts";
import { freePort } from "../../packages/embedded-postgres/src/host.mjs";
import { root } from "../project.mjs";
import { createOutput } from "../supervisor/output.mjs";
import { buildPanel } from "../supervisor/panel-build.mjs";
import { findProgram } from "../system-packages.mjs";

// An installation as `deploy/build.mjs` makes it, by a user who may only read the checkout, in an empty folder that no one
// may write to while it runs, as another user without a name. A container is the same with its own file system.

const isRoot = process.getuid?.() === 0;
const builder = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const runner = isRoot ? { uid: 54_321, gid: 54_321 } : {};
const roles = ["api", "worker", "panel"];
const commit = "0123456789abcdef0123456789abcdef01234567";
const built = { exitCode: 0, output: "" };

/** @type {Awaited<ReturnType<typeof createEmptyDatabase>>} */
let database;
/** @type {string} */
let place;
/** @type {NodeJS.ProcessEnv} */
let settings;
/** @type {Record<string, any>} What zonepost() returns. */
const running = {};
const at = (...names) => path.join(place, ...names);

beforeAll(async () => {
  place = fs.mkdtempSync(path.join(tmpdir(), "zonepost-installation-"));
  fs.chmodSync(place, 0o755);
  // With the build that the browser tests share. `npm start` makes the same one.
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  await buildPanel({ env, output: createOutput(), signal: new AbortController().signal });
  for (const [name, owner] of /** @type {const} */ ([
    ["zonepost", builder],
    ["secrets", runner],
    ["state", runner],
    ["tmp", runner],
  ])) {
    fs.mkdirSync(at(name));
    if (owner.uid !== undefined) {
      fs.chownSync(at(name), owner.uid, owner.gid);
    }
  }
  const building = start(process.execPath, [path.join(root, "deploy/build.mjs"), "--to", at("zonepost")], {
    ...builder,
    // As a container's build names it, which has no git.
    env: { PATH: process.env.PATH, HOME: "/nonexistent", ZONEPOST_COMMIT: commit },
  });
  Object.assign(built, await building.ended);
  spawnSync("chmod", ["-R", "a-w", at("zonepost")]);
  database = await createEmptyDatabase();
  const [apiPort, panelPort] = [await freePort(), await freePort()];
  secret("DATABASE_URL", database.url);
  secret("AUTH_SECRET", "q8Yt1sQ0pV3nW7bK5xZ2mC9dF4gH6jLr\n");
  secret(
    "ENCRYPTION_KEY",
    Buffer.from(Array.from({ length: 32 }, (_, byte) => (byte * 37) % 256)).toString("base64"),
  );
  settings = {
    // Without the checkout's programs.
    PATH: "/usr/bin:/bin",
    SECRETS_DIR: at("secrets"),
    TMPDIR: at("tmp"),
    DATA_DIR: at("state"),
    ZONEPOST_MODE: "live",
    API_PORT: String(apiPort),
    PANEL_PORT: String(panelPort),
    API_URL: `http://localhost:${apiPort}`,
    PANEL_URL: `http://localhost:${panelPort}`,
    MAIL_FROM: "no-reply@example.com",
    SMTP_URL: "smtp://127.0.0.1:1",
    PAYMENTS: "off",
    EPP_HOST: "127.0.0.1",
    EPP_PORT: "1",
    EPP_CLIENT_ID: "example",
    EPP_PASSWORD: "not-a-secret",
    EPP_TLDS: "com",
  };
});

afterAll(async () => {
  for (const { child, ended } of Object.values(running)) {
    child.kill("SIGKILL");
    await ended;
  }
  await database?.drop();
  fs.rmSync(place, { recursive: true, force: true });
});

function secret(name, value) {
  fs.writeFileSync(at("secrets", name), value, { mode: 0o400 });
  if (runner.uid !== undefined) {
    fs.chownSync(at("secrets", name), runner.uid, runner.gid);
  }
}

function start(program, args, options) {
  const child = spawn(program, args, { cwd: "/", ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode, output }));
  return { child, ended, output: () => output };
}

const zonepost = (args, env = {}) =>
  start(at("zonepost/bin/zonepost"), args, { ...runner, env: { ...settings, ...env } });
const run = (args, env = {}) => zonepost(args, env).ended;

/** Fails with what the program has printed, if it ends before that. */
async function untilHealthy(role, program) {
  for (;;) {
    const { exitCode } = await run(["health", role]);
    if (exitCode === 0) {
      return;
    }
    if (program.child.exitCode !== null) {
      throw new Error(`${role} ended: ${program.output()}`);
    }
    await delay(500);
  }
}

const linesOf = ({ output }) => output().trim().split("\n").filter(Boolean);
const isJson = (line) => {
  try {
    return typeof JSON.parse(line).msg === "string";
  } catch {
    return false;
  }
};

describe("a build", () => {
  it("is made by a user who may only read the checkout, and is a sixth of it", () => {
    expect(built).toEqual({ exitCode: 0, output: expect.stringMatching(/is in .*zonepost \(\d+ MB\)/) });
    const megabytes = Number(/\((\d+) MB\)/.exec(built.output)?.[1]);
    expect(megabytes).toBeLessThan(300);
  });

  it("has no tests, types of dependencies or development tools", () => {
    const files = fs.readdirSync(at("zonepost"), { recursive: true, encoding: "utf8" });
    expect(
      files.filter((file) =>
        /\.test\.\w+$|\.d\.[cm]?ts$|\/node_modules\/(typescript|vitest|turbo|@biomejs|@types)(\/|$)/.test(
          file,
        ),
      ),
    ).toEqual([]);
  });

  it("refuses a folder that isn't empty, and says how it is called", async () => {
    const build = (...args) =>
      start(process.execPath, [path.join(root, "deploy/build.mjs"), ...args], { env: settings }).ended;
    expect(await build("--to", at("zonepost"))).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("isn't empty"),
    });
    expect(await build()).toMatchObject({ exitCode: 2, output: expect.stringContaining("--to FOLDER") });
  });
});

describe("an installation", () => {
  it("migrates an empty database, and then changes nothing", async () => {
    expect((await run(["migrate"])).exitCode).toBe(0);
    expect(await run([], { ROLE: "migrate" })).toEqual({ exitCode: 0, output: "" });
  });

  it("runs the operator's commands", async () => {
    const created = await run(["workspace:create", "--name", "Acme", "--owner", "anna@example.com"]);
    expect(created).toEqual({ exitCode: 0, output: expect.stringContaining(`${settings.PANEL_URL}/`) });
    expect(await run(["operator:list"])).toEqual({ exitCode: 0, output: "There are no operators yet.\n" });
  });

  it("says what it can start, and refuses anything else", async () => {
    for (const args of [[], ["sandbox:mail"], ["constructor"]]) {
      const { exitCode, output } = await run(args);
      expect([exitCode, output]).toEqual([
        2,
        expect.stringMatching(/^Usage: .*api, worker, panel, migrate, mail, all/s),
      ]);
    }
    expect(await run(["health", "migrate"])).toMatchObject({ exitCode: 2 });
  });

  it.skipIf(!isRoot)("names a secret that its user may not read", async () => {
    fs.writeFileSync(at("secrets/SMTP_PASSWORD"), "secret", { mode: 0o400 });
    const { exitCode, output } = await run(["api"]);
    fs.rmSync(at("secrets/SMTP_PASSWORD"));
    expect([exitCode, output]).toEqual([
      1,
      `The secret ${at("secrets/SMTP_PASSWORD")} can't be read by the user 54321: permission denied.\n`,
    ]);
  });

  it("isn't healthy before it runs", async () => {
    for (const role of roles) {
      expect((await run(["health", role])).exitCode).toBe(1);
    }
  });

  it("starts each role on its own, in a folder that it can't write to", async () => {
    for (const role of roles) {
      running[role] = zonepost([role]);
    }
    await Promise.all(roles.map((role) => untilHealthy(role, running[role])));
    const live = await fetch(`${settings.API_URL}/health/live`);
    expect(await live.json()).toMatchObject({ status: "ok", commit });
    const ready = async () => {
      const response = await fetch(`${settings.API_URL}/health/ready`);
      const { checks } = /** @type {{ checks: object }} */ (await response.json());
      return [response.status, checks];
    };
    await expect.poll(ready).toEqual([200, { api: "ok", database: "ok", registry: "unavailable" }]);
  });

  it.skipIf(!findProgram(["systemd-notify"]) || !findProgram(["python3"]))(
    "tells systemd when it is ready (skipped without it)",
    async () => {
      const file = at("tmp/notify");
      const receive =
        "import os,socket,sys; s=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM); s.bind(sys.argv[1]); os.chmod(sys.argv[1],0o777); print('bound',flush=True); print(s.recv(99).decode())";
      const receiver = start("python3", ["-c", receive, file], { env: process.env });
      await once(receiver.child.stdout, "data");
      const panel = zonepost(["panel"], { NOTIFY_SOCKET: file, PANEL_PORT: "0" });
      expect((await receiver.ended).output).toBe("bound\nREADY=1\n");
      panel.child.kill("SIGTERM");
      expect((await panel.ended).exitCode).toBe(0);
    },
  );

  it("serves the panel and its compressed scripts", async () => {
    const page = await fetch(`${settings.PANEL_URL}/sign-in`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("nonce-"),
    ]);
    const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0];
    const file = await fetch(`${settings.PANEL_URL}${script}`, { headers: { "accept-encoding": "br" } });
    expect([file.status, file.headers.get("content-encoding")]).toEqual([200, "br"]);
    expect((await fetch(`${settings.PANEL_URL}/domains`, { redirect: "manual" })).status).toBe(307);
  });

  it("keeps secrets from the panel", () => {
    const { pid } = running.panel.child;
    const environment = fs.readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(environment).toContain("PANEL_PORT=");
    expect(environment).not.toMatch(/DATABASE_URL|AUTH_SECRET|ENCRYPTION_KEY|EPP_|SMTP_URL/);
  });

  it("shows a worker that no longer works, although its process is there", async () => {
    const file = at("tmp/zonepost-worker-heartbeat");
    const before = fs.readFileSync(file, "utf8");
    running.worker.child.kill("SIGSTOP");
    try {
      fs.utimesSync(file, new Date(), new Date(Date.now() - 60_000));
      const { exitCode, output } = await run(["health", "worker"]);
      expect([exitCode, output]).toEqual([
        1,
        expect.stringMatching(/^the worker did its last work \d+ s ago\n$/),
      ]);
    } finally {
      running.worker.child.kill("SIGCONT");
    }
    await untilHealthy("worker", running.worker);
    expect(fs.readFileSync(file, "utf8")).not.toBe(before);
  });

  it("stops at SIGTERM, and has logged in JSON lines alone", async () => {
    for (const role of roles) {
      running[role]?.child.kill("SIGTERM");
      expect([role, (await running[role].ended).exitCode]).toEqual([role, 0]);
      expect(linesOf(running[role]).filter((line) => !isJson(line))).toEqual([]);
    }
  });

  it("runs everything in one process tree, which SIGTERM stops in order", async () => {
    fs.rmSync(at("tmp/zonepost-worker-heartbeat"));
    running.all = zonepost(["all"]);
    await untilHealthy("all", running.all);
    const { pids } = JSON.parse(fs.readFileSync(at("state/run.json"), "utf8"));
    running.all.child.kill("SIGTERM");
    expect((await running.all.ended).exitCode).toBe(0);
    expect(linesOf(running.all).filter((line) => !isJson(line))).toEqual([]);
    const left = Object.values(pids)
      .flat()
      .filter((pid) => fs.existsSync(`/proc/${pid}`));
    expect(left).toEqual([]);
  });
});
