import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, password, startApi } from "./support/start-api.ts";

// The command as an operator runs it, with an external PostgreSQL; scripts/test covers the embedded one.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const address = () => `owner-${randomBytes(4).toString("hex")}@people.test`;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

/** Only the mode, database and panel of a live installation's environment. */
async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/operator/create-workspace.mjs", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ZONEPOST_MODE: "live",
      DATABASE_URL: api.databaseUrl,
      PANEL_URL: "https://panel.example.com",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}

const line =
  /^(https:\/\/panel\.example\.com\/invitations\/(inv_\w{26})#token=([\w-]{43})) \(for (\S+), open until (\S+Z)\)\n$/;

async function invite(name: string, owner: string) {
  const { exitCode, stdout, stderr } = await run(["--name", name, "--owner", owner]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const [, , id, token, email, until] = line.exec(stdout) ?? [];
  expect(email).toBe(owner);
  return { link: { id, token }, until: new Date(until ?? "") };
}

const accept = (body: object, cookie?: string) =>
  api.call({ method: "POST", path: "/auth/invitations/accept", body, cookie });

describe("npm run workspace:create", () => {
  const email = address();
  let askedAtMs = 0;
  let made: Awaited<ReturnType<typeof invite>>;
  beforeAll(async () => {
    askedAtMs = Date.now();
    made = await invite("Müller & Söhne", email);
  });

  it("sends no email, and only stores a hash of the link", async () => {
    const [emails] = await api.sql`select count(*)::int as count from outgoing_emails`;
    expect(emails).toEqual({ count: 0 });
    const [row] = await api.sql`select to_jsonb(i)::text as text from invitations i order by id desc limit 1`;
    expect(row?.text).not.toContain(made.link.token);
  });

  it("prints one line with a link, valid for seven days, for the owner of the new workspace", async () => {
    const { link, until } = made;
    const sevenDaysMs = 7 * 86_400_000;
    expect(until.getTime()).toBeGreaterThanOrEqual(askedAtMs + sevenDaysMs);
    expect(until.getTime()).toBeLessThanOrEqual(Date.now() + sevenDaysMs);

    const accepted = await accept({ ...link, name: "Anna Müller", password });
    expect(accepted.status).toBe(200);
    const cookie = accepted.cookies[0]?.split(";")[0];
    const session = await api.call({ path: "/auth/get-session", cookie });
    expect(session.json.session).toMatchObject({ workspaceName: "Müller & Söhne", role: "owner" });
    const rows = await api.sql`select slug from workspaces where name = 'Müller & Söhne'`;
    expect(rows).toEqual([{ slug: "muller-sohne" }]);
  });

  it("creates a second workspace of the same name, for an owner with an account", async () => {
    const { owner } = await api.createWorkspace();
    const first = await invite("Twice", owner.email);
    const second = await invite("Twice", owner.email);
    expect((await accept(first.link)).json.code).toBe("sign_in_to_join");
    expect((await accept(first.link, owner.cookie)).status).toBe(200);
    expect((await accept(second.link, owner.cookie)).status).toBe(200);
    const { json } = await api.call({ path: "/me/workspaces", cookie: owner.cookie });
    expect(json.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ["Test Workspace", "owner"],
      ["Twice", "owner"],
      ["Twice", "owner"],
    ]);
    const rows = await api.sql`select slug from workspaces where name = 'Twice' order by slug`;
    expect(rows.map(({ slug }) => slug)).toEqual(["twice", "twice-2"]);
  });

  it.each([
    ["no owner", ["--name", "Acme"], "Enter the workspace's name and its owner's address: "],
    ["an unknown option", ["--nmae", "Acme"], "Enter the workspace's name and its owner's address: "],
    ["no address", ["--name", "Acme", "--owner", "anna"], "--owner: Enter an email address"],
    ["a blank name", ["--name", "  ", "--owner", "a@example.com"], "--name: Enter a name."],
  ])(
    "reports in one line what is wrong with %s, with exit code 2, and creates nothing",
    async (_, args, says) => {
      const before = await api.sql`select count(*) from workspaces`;
      const { exitCode, stdout, stderr } = await run(args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toContain(says);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(await api.sql`select count(*) from workspaces`).toEqual(before);
    },
  );

  it.each([
    ["is not an address", "mysql://localhost/zonepost", 2, "DATABASE_URL must be a postgres:// address."],
    [
      "does not respond",
      "postgres://127.0.0.1:1/zonepost",
      1,
      "The database could not be brought to this version: ",
    ],
  ])("reports in one line that the database %s", async (_, url, code, says) => {
    const { exitCode, stdout, stderr } = await run(["--name", "Acme", "--owner", "anna@example.com"], {
      DATABASE_URL: url,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
