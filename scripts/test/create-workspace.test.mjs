import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedServer } from "../../packages/embedded-postgres/src/embedded-server.mjs";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { takeLock } from "../lock-file.mjs";
import { root } from "../project.mjs";

// Runs the command on its own database. apps/api/test covers the use of its link.

let place;
let dataDir;
let server;

// Creating a database takes seconds, so the tests share its folder.
beforeAll(() => {
  place = fs.mkdtempSync(path.join(placeForTests(), "zonepost-create-workspace-"));
  fs.chmodSync(place, 0o711);
  dataDir = path.join(place, "data");
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

async function run(env = {}) {
  const args = ["scripts/operator/create-workspace.mjs", "--name", "Acme", "--owner", "anna@example.com"];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}

const startServer = async () => {
  server = await startEmbeddedServer({
    dataDir: path.join(dataDir, "postgres"),
    settings: { fsync: "off" },
  });
  return server;
};
/** Writes the files of a running supervisor, with this process as the supervisor. */
const pretendToRun = (ports) => {
  fs.mkdirSync(dataDir, { recursive: true });
  fs.chmodSync(dataDir, 0o711);
  const note = { apiUrl: "http://localhost:4100", panelUrl: "http://localhost:3100" };
  const lock = takeLock(path.join(dataDir, "supervisor.lock"), note);
  if (ports) {
    fs.writeFileSync(path.join(dataDir, "run.json"), JSON.stringify({ ports }));
  }
  return lock;
};

describe("npm run workspace:create on the embedded database", () => {
  it("starts the database of a stopped installation, and leaves nothing running", async () => {
    const first = await run();
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stdout).toMatch(
      /^http:\/\/localhost:3000\/invitations\/inv_\w{26}#token=\S{43} \(for anna@/,
    );
    expect(fs.readdirSync(dataDir)).toEqual(["postgres"]);
    expect(fs.existsSync(path.join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);

    const again = await run({ PANEL_PORT: "3200", ZONEPOST_MODE: "live" });
    expect(again.stdout).toMatch(/^http:\/\/localhost:3200\/invitations\//);
  });

  it("works next to a running installation, and uses its panel address", async () => {
    const { port } = await startServer();
    const lock = pretendToRun({ postgres: port });
    try {
      const { exitCode, stdout, stderr } = await run();
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toMatch(/^http:\/\/localhost:3100\/invitations\/inv_/);
      expect((await run({ PANEL_URL: "https://panel.example.com/" })).stdout).toMatch(
        /^https:\/\/panel\.example\.com\/invitations\//,
      );
      expect(fs.existsSync(path.join(dataDir, "supervisor.lock"))).toBe(true);
      expect(fs.existsSync(path.join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(true);
    } finally {
      lock.release?.();
    }
  });

  it("reports in one line that a running installation uses a database outside its folder", async () => {
    dataDir = path.join(place, "other");
    const lock = pretendToRun(undefined);
    try {
      const { exitCode, stdout, stderr } = await run();
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(
        /^Zonepost is running on .* Wait for it, or set DATABASE_URL to the same value\.\n$/,
      );
    } finally {
      lock.release?.();
    }
  });
});
