import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { startRegistry } from "../../sandbox/registry/src/index.ts";
import { root } from "../project.mjs";

// `npm run registry:password`, as an operator runs it against a registry.

const first = "first-password";

let place;
let database;
let registry;
beforeAll(async () => {
  place = fs.mkdtempSync(path.join(placeForTests(), "zonepost-registry-password-"));
  database = await createTestDatabase();
  const accounts = Array.from({ length: 10 }, (_, at) => [`account-${at}`, first]);
  registry = await startRegistry({
    databaseUrl: database.url,
    clientId: "zonepost",
    password: first,
    registrars: Object.fromEntries(accounts),
  });
});
afterAll(async () => {
  await registry?.close();
  await database?.drop();
  fs.rmSync(place, { recursive: true, force: true });
});

let dataDir;
let clientId;
let number = 0;
const file = (registrar = "primary") => path.join(dataDir, `epp-password-${registrar}`);
const readPassword = (registrar = "primary") => fs.readFileSync(file(registrar), "utf8").trim();
beforeEach(() => {
  clientId = `account-${number}`;
  dataDir = path.join(place, String(number));
  number += 1;
  fs.mkdirSync(path.join(dataDir, "registry"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "registry/certificate.pem"), registry.certificatePem);
});

/** @param {string[]} args @param {{ password?: string, input?: string, env?: Record<string, string> }} [how] */
async function run(args = [], { password = first, input = "", env = {} } = {}) {
  const child = spawn(process.execPath, ["scripts/operator/registry-password.mjs", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      EPP_HOST: "127.0.0.1",
      EPP_PORT: String(registry.port),
      EPP_CA_FILE: path.join(dataDir, "registry/certificate.pem"),
      EPP_CLIENT_ID: clientId,
      EPP_PASSWORD: password,
      ...env,
    },
    stdio: "pipe",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  child.stdin.end(input);
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  return { exitCode, output };
}

/** The settings for the sandbox's own registry, whose account is `zonepost`. */
const ofSandbox = { EPP_HOST: "", EPP_PORT: "", EPP_CA_FILE: "", EPP_CLIENT_ID: "", EPP_PASSWORD: "" };

describe("npm run registry:password", () => {
  it("generates a password, keeps it in a file that only its owner reads, and prints where but not what", async () => {
    const { exitCode, output } = await run();
    expect([exitCode, output]).toEqual([
      0,
      expect.stringContaining(`It is in ${file()}. Set EPP_PASSWORD to it`),
    ]);
    const password = readPassword();
    expect(password).toMatch(/^\S{16}$/);
    expect(output).not.toContain(password);
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
    // The registry takes the new one for the next change, and the former one no longer.
    expect(await run([], { password })).toMatchObject({ exitCode: 0 });
    fs.rmSync(file());
    expect(await run()).toEqual({
      exitCode: 1,
      output: "The registry refuses the configured password, so nothing was changed.\n",
    });
    expect(fs.existsSync(file())).toBe(false);
  });

  it("takes a password from standard input, for the registrar that it is told", async () => {
    const north = { code: "north", host: "127.0.0.1", port: registry.port, clientId, password: first };
    const caFile = path.join(dataDir, "registry/certificate.pem");
    const env = { REGISTRARS: JSON.stringify([{ ...north, caFile, tlds: ["org"] }]), EPP_CLIENT_ID: "other" };
    const input = "second-password\n";
    const { exitCode, output } = await run(["--registrar", "north", "--stdin"], { input, env });
    expect([exitCode, output]).toEqual([0, expect.stringContaining("the password of north in REGISTRARS")]);
    expect(readPassword("north")).toBe("second-password");
    expect(output).not.toContain("second-password");
    expect(await run([], { password: "second-password" })).toMatchObject({ exitCode: 0 });
  });

  it("completes a change that was killed after the password was stored", async () => {
    fs.writeFileSync(file(), "stored-password\n", { mode: 0o600 });
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(readPassword()).toBe("stored-password");
    // Killed after the registry had accepted it.
    const { exitCode, output } = await run();
    expect([exitCode, output]).toEqual([0, expect.stringContaining("An earlier change was interrupted.")]);
    expect(readPassword()).toBe("stored-password");
  });

  it.each([
    ["too short", "short\n"],
    ["too long", `${"x".repeat(129)}\n`],
    ["missing", ""],
  ])("refuses a password that is %s, and changes nothing", async (_what, input) => {
    const { exitCode, output } = await run(["--stdin"], { input });
    expect([exitCode, output]).toEqual([2, expect.stringMatching(/^(zonepost: )?The new password .+\.\n$/)]);
    expect(fs.existsSync(file())).toBe(false);
  });

  it.each([
    [["--registrar"], /^.*Enter the registrar's code: npm run registry:password .*\n$/],
    [["--registrar", "Two Words"], /^.*Enter the registrar's code: .*\n$/],
    [["--password", "on-the-command-line"], /^.*Enter the registrar's code: .*\n$/],
    [["--registrar", "unknown"], /^.*there is no registrar unknown\n$/],
  ])("refuses %j in one line", async (args, line) => {
    expect(await run(args)).toEqual({ exitCode: 2, output: expect.stringMatching(line) });
  });

  it("says in one line that the registry is away, keeps no file, and tells no password", async () => {
    const { exitCode, output } = await run([], { env: { EPP_PORT: "9" } });
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/^The registry didn't change the password: .*\n$/),
    ]);
    expect(output).not.toContain(first);
    expect(fs.existsSync(file())).toBe(false);
  });

  it("in the sandbox needs its running registry, and moves the password to secrets.json", async () => {
    fs.writeFileSync(path.join(dataDir, "secrets.json"), JSON.stringify({ EPP_PASSWORD: first }));
    expect(await run([], { env: ofSandbox })).toEqual({
      exitCode: 2,
      output: expect.stringMatching(/^.*Start the sandbox first: .*\n$/),
    });
    fs.writeFileSync(path.join(dataDir, "run.json"), JSON.stringify({ ports: { registry: registry.port } }));
    const { exitCode, output } = await run([], { env: ofSandbox });
    expect([exitCode, output]).toEqual([0, expect.stringContaining("Restart Zonepost now")]);
    const { EPP_PASSWORD } = JSON.parse(fs.readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
    expect(EPP_PASSWORD).toMatch(/^\S{16}$/);
    expect(output).not.toContain(EPP_PASSWORD);
    expect(fs.existsSync(file())).toBe(false);
    clientId = "zonepost";
    expect(await run([], { password: EPP_PASSWORD })).toMatchObject({ exitCode: 0 });
  });
});
