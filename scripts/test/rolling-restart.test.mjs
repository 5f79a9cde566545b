import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isRunning } from "../../packages/embedded-postgres/src/host.mjs";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { startSandbox } from "../../sandbox/testing.mjs";
import { root } from "../project.mjs";
import { createOutput } from "../supervisor/output.mjs";
import { buildPanel } from "../supervisor/panel-build.mjs";

// A sandbox with several processes is restarted while clients call it without a pause.

const until = (check) => vi.waitFor(check, { timeout: 200_000, interval: 50 });

let place;
let sandbox;
let priceListFile;
let cookie;
let receiver;
/** The IDs of the events that the receiver got. */
const received = new Set();

beforeAll(async () => {
  await buildPanel({
    env: process.env,
    output: { ...createOutput(), say: () => {} },
    signal: new AbortController().signal,
  });
  place = fs.mkdtempSync(path.join(placeForTests(), "zonepost-restart-"));
  fs.chmodSync(place, 0o711);
  priceListFile = path.join(place, "prices.json");
  fs.copyFileSync(path.join(root, "apps/api/test/support/price-list.json"), priceListFile);
  sandbox = await startSandbox({
    dataDir: path.join(place, "data"),
    env: {
      APIS: "2",
      WORKERS: "2",
      RATE_LIMIT_PER_MINUTE: "1000000",
      PRICE_LIST_FILE: priceListFile,
      TLD_RULES_FILE: path.join(root, "apps/api/test/support/tld-rules.json"),
    },
  });
  receiver = http.createServer((request, response) => {
    request.resume();
    received.add(request.headers["webhook-id"]);
    response.writeHead(204).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
}, 600_000);

afterAll(async () => {
  await sandbox?.stop();
  receiver?.close();
  fs.rmSync(place, { recursive: true, force: true });
});

/** One request, which rejects if the connection fails. */
function call(port, requestPath, { agent, method = "GET", body } = /** @type {any} */ ({})) {
  return new Promise((resolve, reject) => {
    const headers = { ...(cookie && { cookie }), ...(body && { "content-type": "application/json" }) };
    const request = http.request(
      { host: "127.0.0.1", port, path: requestPath, method, headers, agent },
      (response) =>
        text(response).then(
          (answer) => resolve({ status: response.statusCode, headers: response.headers, text: answer }),
          reject,
        ),
    );
    request.once("error", reject);
    request.end(body && JSON.stringify(body));
  });
}

/** Clients that begin a request once the one before has ended, until they are stopped; each outcome is kept. */
function hammer(clients) {
  const outcomes = [];
  let isStopped = false;
  const running = clients.map(async (ask) => {
    while (!isStopped) {
      outcomes.push(
        await ask().then(
          ({ status }) => status,
          (error) => error.code,
        ),
      );
    }
  });
  return {
    outcomes,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

const kept = () => new http.Agent({ keepAlive: true, maxSockets: 1 });
const fresh = () => new http.Agent({ keepAlive: false });

const pidsOf = () => {
  const { api, worker, panel } = sandbox.readRun().pids;
  return [api, worker, panel].flat();
};

async function restarted() {
  await until(() => expect(sandbox.readRun().restarts).toMatchObject({ begun: 1, ended: 1 }));
  return sandbox.readRun().restarts.failure;
}

async function runRestart(env = {}) {
  const child = spawn(process.execPath, ["scripts/operator/restart.mjs"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: sandbox.dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, exitCode };
}

describe("a rolling restart", () => {
  it("replaces each process, or stops at one that doesn't start, without a failed request or a lost delivery", async () => {
    const { api: apiPort, panel: panelPort } = sandbox.ports;
    const body = { email: "owner@demo.test", password: "zonepost-demo-password" };
    const signedIn = await call(apiPort, "/auth/sign-in/email", { method: "POST", body });
    cookie = signedIn.headers["set-cookie"][0].split(";")[0];
    const endpoint = { url: `http://127.0.0.1:${receiver.address().port}/`, events: ["*"] };
    const made = await call(apiPort, "/webhooks/outbound", { method: "POST", body: endpoint });
    expect([signedIn.status, made.status]).toEqual([200, 201]);
    const domains = JSON.parse((await call(apiPort, "/domains/mine")).text).filter(
      ({ status, isLocked }) => status === "active" && !isLocked,
    );
    const before = pidsOf();
    let changes = 0;
    const changing = (agent) => {
      const { name } = domains[changes % domains.length];
      changes += 1;
      const nameservers = [1, 2].map((each) => ({ host: `ns${each}.change-${changes}.example` }));
      return call(apiPort, `/domains/${name}/nameservers`, { method: "PUT", body: { nameservers }, agent });
    };
    const [keptOfApi, keptOfPanel, keptOfChanges] = [kept(), kept(), kept()];
    const traffic = hammer([
      () => call(apiPort, "/health/live", { agent: keptOfApi }),
      () => call(apiPort, "/domains/mine", { agent: kept() }),
      ...Array.from({ length: 6 }, () => () => call(apiPort, "/health/live", { agent: fresh() })),
      () => call(panelPort, "/icon.svg", { agent: keptOfPanel }),
      () => call(panelPort, "/icon.svg", { agent: fresh() }),
      () => changing(keptOfChanges),
    ]);
    sandbox.child.kill("SIGHUP");
    expect(await restarted()).toBeNull();
    const between = pidsOf();

    // A new process that doesn't start.
    const right = fs.readFileSync(priceListFile);
    fs.writeFileSync(priceListFile, "{");
    const failed = await runRestart();
    expect(failed).toMatchObject({ stdout: "", exitCode: 1 });
    expect(failed.stderr).toMatch(
      /^The restart was stopped, and the other processes go on: api-1 did not start .*PRICE_LIST_FILE: .*\n$/,
    );
    expect(pidsOf()).toEqual(between);

    fs.writeFileSync(priceListFile, right);
    expect(await runRestart()).toEqual({
      stdout: "All processes were restarted.\n",
      stderr: "",
      exitCode: 0,
    });
    await traffic.stop();

    const counts = Object.entries(Object.groupBy(traffic.outcomes, String)).map(([outcome, all]) => [
      outcome,
      (all?.length ?? 0) > 0,
    ]);
    expect(counts).toEqual([["200", true]]);
    for (const { old, now } of [
      { old: before, now: between },
      { old: between, now: pidsOf() },
    ]) {
      expect(now).toHaveLength(5);
      expect(now.filter((pid) => old.includes(pid))).toEqual([]);
      expect(old.filter(isRunning)).toEqual([]);
    }
    const events = await readEvents();
    expect(events.length).toBe(changes);
    await until(() => expect(events.filter((id) => !received.has(id))).toEqual([]));
  });

  /** The IDs of all events of the changes. */
  async function readEvents() {
    const ids = [];
    for (let link = "/events?limit=100"; ; ) {
      const page = await call(sandbox.ports.api, link);
      const events = JSON.parse(page.text);
      ids.push(...events.filter(({ type }) => type === "domain.nameservers_changed").map(({ id }) => id));
      if (events.length === 0) {
        return ids;
      }
      const [, next = ""] = /<([^>]+)>/.exec(page.headers.link) ?? [];
      const { pathname, search } = new URL(next, "http://localhost");
      link = `${pathname}${search}`;
    }
  }

  it("needs an installation that is running", async () => {
    expect(await runRestart({ DATA_DIR: path.join(place, "none") })).toEqual({
      stdout: "",
      stderr: `Zonepost isn't running on ${path.join(place, "none")}.\n`,
      exitCode: 1,
    });
  });
});
