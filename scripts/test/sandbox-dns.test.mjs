import { spawn } from "node:child_process";
import { Resolver } from "node:dns/promises";
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { root } from "../project.mjs";
import { findProgram } from "../system-packages.mjs";

const isPossible = ["knotd", "unbound"].every((program) => findProgram([program]));

let dataDir;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(placeForTests(), "zonepost-sandbox-dns-"));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

function start(args = [], env = {}) {
  const child = spawn(process.execPath, ["sandbox/commands/dns.mjs", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const saidAll = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (/was validated/.test(output)) {
          resolve(output);
        }
      });
    }
  });
  const exited = new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
  return { child, exited, ready: Promise.race([saidAll, exited.then(({ output }) => output)]) };
}

async function end({ child, exited }) {
  child.kill("SIGTERM");
  await exited;
}

const addressFile = () => path.join(dataDir, "registry/dns/address.json");
/** Writes the run file of a sandbox's supervisor, with this process as the supervisor. */
function writeRunFile(supervisor = process.pid) {
  const run = { ports: { registry: 1 }, pids: { supervisor: [supervisor] } };
  fs.writeFileSync(path.join(dataDir, "run.json"), JSON.stringify(run));
}

describe("npm run sandbox:dns", () => {
  it("reports in one line that no sandbox is running, or what is wrong with an option", async () => {
    expect(await start().exited).toEqual({
      code: 1,
      output: `No sandbox is running on ${dataDir}. Run npm start first.\n`,
    });
    for (const args of [["--port", "0"], ["--server", "example.com"], ["--server", "com=1"], ["--tcp"]]) {
      const { code, output } = await start(args).exited;
      expect({ code, lines: output.trim().split("\n").length }).toEqual({ code: 2, lines: 1 });
    }
  });

  it("prints the resolver's address if the registry publishes the zones itself", async () => {
    writeRunFile();
    fs.mkdirSync(path.dirname(addressFile()), { recursive: true });
    fs.writeFileSync(addressFile(), JSON.stringify({ zonesPort: 1, resolverPort: 5399, pid: process.pid }));
    const { code, output } = await start([], { DATABASE_URL: "postgres://localhost/none" }).exited;
    expect(code).toBe(0);
    expect(output).toContain(`by process ${process.pid}`);
    expect(output).toContain("dig @127.0.0.1 -p 5399 ");
  });

  it.skipIf(!isPossible)(
    "serves the running sandbox's zones until it is stopped (skipped without Knot and Unbound)",
    async () => {
      writeRunFile();
      const database = await createTestDatabase();
      const running = start([], { DATABASE_URL: database.url });
      try {
        const port = Number(/-p (\d+) /.exec(await running.ready)?.[1]);
        const resolver = new Resolver({ timeout: 30_000, tries: 2 });
        resolver.setServers([`127.0.0.1:${port}`]);
        for (const tld of ["com", "de"]) {
          expect(await resolver.resolveSoa(tld)).toMatchObject({ hostmaster: "hostmaster.registry.invalid" });
        }
        await expect(resolver.resolve4("elsewhere.example")).rejects.toMatchObject({ code: "EREFUSED" });
        const { resolverPort } = JSON.parse(fs.readFileSync(addressFile(), "utf8"));
        expect(resolverPort).toBe(port);

        running.child.kill("SIGTERM");
        expect((await running.exited).code).toBe(0);
        expect(fs.existsSync(addressFile())).toBe(false);
        await expect(resolver.resolveSoa("com")).rejects.toMatchObject({ code: "ECONNREFUSED" });
      } finally {
        await end(running);
        await database.drop();
      }
    },
  );

  it.skipIf(!isPossible)(
    "serves them with the same keys after it was killed (skipped without Knot and Unbound)",
    async () => {
      writeRunFile();
      const database = await createTestDatabase();
      const anchors = () =>
        fs.readFileSync(path.join(dataDir, "registry/dns/resolver/trust-anchors"), "utf8");
      const first = start([], { DATABASE_URL: database.url });
      let second;
      try {
        await first.ready;
        const before = anchors();
        process.kill(JSON.parse(fs.readFileSync(addressFile(), "utf8")).pid, "SIGKILL");
        expect((await first.exited).code).toBe(1);
        second = start([], { DATABASE_URL: database.url });
        expect(await second.ready).toContain("until Ctrl-C");
        expect(anchors()).toBe(before);
      } finally {
        await end(first);
        if (second) {
          await end(second);
        }
        await database.drop();
      }
    },
  );

  it.skipIf(!isPossible)("stops with the sandbox (skipped without Knot and Unbound)", async () => {
    const supervisor = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e9)"], { stdio: "ignore" });
    writeRunFile(supervisor.pid);
    const database = await createTestDatabase();
    const running = start([], { DATABASE_URL: database.url });
    try {
      await running.ready;
      supervisor.kill("SIGKILL");
      const { code, output } = await running.exited;
      expect(code).toBe(0);
      expect(output).toContain("The sandbox has stopped");
      expect(fs.existsSync(addressFile())).toBe(false);
    } finally {
      supervisor.kill("SIGKILL");
      await end(running);
      await database.drop();
    }
  });
});
