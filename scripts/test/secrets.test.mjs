import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDb, outgoingEmails, sessions, users } from "../../packages/db/src/index.ts";
import { createTestDatabase } from "../../packages/db/src/testing.ts";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { createSecretBox } from "../../packages/secret-box/src/index.ts";
import { root } from "../project.mjs";

// `npm run secrets:rotate`, `secrets:rewrap` and `secrets:forget`, as an operator runs them one after the other.

let place;
let database;
let db;
beforeAll(async () => {
  place = fs.mkdtempSync(path.join(placeForTests(), "zonepost-secrets-"));
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
  fs.rmSync(place, { recursive: true, force: true });
});

let dataDir;
let number = 0;
const file = () => path.join(dataDir, "secrets.json");
const read = () => JSON.parse(fs.readFileSync(file(), "utf8"));
const newSecret = () => randomBytes(32).toString("base64");
beforeEach(() => {
  dataDir = path.join(place, String(number++));
  fs.mkdirSync(dataDir);
  fs.writeFileSync(
    file(),
    JSON.stringify({ AUTH_SECRET: newSecret(), ENCRYPTION_KEY: newSecret(), EPP_PASSWORD: "registrar-pass" }),
    {
      mode: 0o600,
    },
  );
});

const programs = {
  "secrets:rotate": ["scripts/operator/rotate-secret.mjs", "rotate"],
  "secrets:forget": ["scripts/operator/rotate-secret.mjs", "forget"],
  "secrets:rewrap": ["scripts/operator/rewrap-secrets.mjs"],
};
/** @param {string[]} line @param {Record<string, string>} [env] */
async function run([name = "", ...args], env = {}) {
  const child = spawn(process.execPath, [...programs[name], ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: database.url, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  return { exitCode, output };
}

async function addSession() {
  const [id, now] = [crypto.randomUUID(), new Date()];
  const times = { createdAt: now, updatedAt: now };
  await db
    .insert(users)
    .values({ id, name: "Anna", email: `${id}@example.com`, emailVerified: true, ...times });
  const expiresAt = new Date(now.getTime() + 1e8);
  await db.insert(sessions).values({ id, token: id, userId: id, expiresAt, ...times });
}

describe("the commands for secrets", () => {
  it.each([
    [["secrets:rotate"]],
    [["secrets:rotate", "registry"]],
    [["secrets:rotate", "encryption", "--at-once"]],
    [["secrets:forget", "auth", "--at-once"]],
    [["secrets:rotate", "auth", "auth"]],
  ])("refuse %j, and change nothing", async (line) => {
    const before = read();
    expect(await run(line)).toEqual({
      exitCode: 2,
      output: expect.stringMatching(/^Choose the secret: .*\n$/),
    });
    expect(read()).toEqual(before);
  });

  it.each([
    ["encryption", "ENCRYPTION_KEY", "ENCRYPTION_KEYS_RETIRED"],
    ["auth", "AUTH_SECRET", "AUTH_SECRETS_RETIRED"],
  ])(
    "rotate %s twice, keep what opens older values, and forget it at the end",
    async (which, name, retired) => {
      const first = read();
      const { exitCode, output } = await run(["secrets:rotate", which]);
      expect([exitCode, output]).toEqual([0, expect.stringContaining("Restart Zonepost.")]);
      const second = read();
      expect(second).toEqual({
        ...first,
        [name]: expect.not.stringContaining(first[name]),
        [retired]: first[name],
      });
      expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
      expect(output).not.toContain(second[name]);
      await run(["secrets:rotate", which]);
      expect(read()).toMatchObject({ [retired]: `${second[name]},${first[name]}` });
      expect(await run(["secrets:forget", which])).toMatchObject({ exitCode: 0 });
      expect(read()[retired]).toBe("");
      expect(await run(["secrets:forget", which])).toEqual({
        exitCode: 0,
        output: `${retired} is empty already.\n`,
      });
    },
  );

  it("keep a retired key until nothing is sealed with it", async () => {
    const { ENCRYPTION_KEY: first = "" } = read();
    const id = crypto.randomUUID();
    const content = createSecretBox([first]).seal("content", `outgoing_email:${id}`);
    await db.insert(outgoingEmails).values({
      id,
      kind: "test",
      toAddress: "a@people.test",
      subject: "A",
      createdAt: new Date(),
      contentEncrypted: content,
    });
    await run(["secrets:rotate", "encryption"]);
    const rotated = read();
    expect(await run(["secrets:forget", "encryption"])).toEqual({
      exitCode: 1,
      output: expect.stringContaining("Nothing was removed"),
    });
    expect(read()).toEqual(rotated);
    expect(await run(["secrets:rewrap"])).toMatchObject({ exitCode: 0 });
    expect(await run(["secrets:forget", "encryption"])).toMatchObject({ exitCode: 0 });
    expect(read().ENCRYPTION_KEYS_RETIRED).toBe("");
  });

  it("print what to set where the environment has the secret, and leave the file alone", async () => {
    const before = read();
    const given = newSecret();
    const { exitCode, output } = await run(["secrets:rotate", "auth"], { AUTH_SECRET: given });
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^AUTH_SECRET=\S{44}$/m);
    expect(output).toContain(`AUTH_SECRETS_RETIRED=${given}\n`);
    expect(read()).toEqual(before);
  });

  it("end all sessions at once after a leak, and keep no earlier secret", async () => {
    const before = read();
    await addSession();
    const { exitCode, output } = await run(["secrets:rotate", "auth", "--at-once"]);
    expect([exitCode, output]).toEqual([0, expect.stringContaining("All sessions have ended (1).")]);
    expect(await db.$count(sessions)).toBe(0);
    expect(read()).toMatchObject({
      AUTH_SECRET: expect.not.stringContaining(before.AUTH_SECRET),
      AUTH_SECRETS_RETIRED: "",
    });
  });
});
