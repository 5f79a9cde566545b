import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicId } from "../src/kernel/ids.ts";
import { type Api, startApi } from "./support/start-api.ts";

// The commands as an operator runs them, with an external PostgreSQL.

const root = fileURLToPath(new URL("../../..", import.meta.url));

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function run(args: string[], script = "operators") {
  const child = spawn(process.execPath, [`scripts/operator/${script}.mjs`, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ZONEPOST_MODE: "live",
      DATABASE_URL: api.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
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

describe("npm run operator:grant, operator:list and operator:revoke", () => {
  it("adds, lists and removes an operator", async () => {
    const { owner } = await api.createWorkspace();
    const email = ["--email", owner.email];
    const done = { exitCode: 0, stderr: "" };
    expect(await run(["list"])).toEqual({ ...done, stdout: "There are no operators yet.\n" });
    expect(await run(["grant", ...email])).toEqual({
      ...done,
      stdout: `${owner.email} is now an operator.\n`,
    });
    const listed = await run(["list"]);
    expect(listed).toEqual({
      ...done,
      stdout: expect.stringMatching(/, without two-factor authentication\)\n$/),
    });
    expect(listed.stdout).toContain(owner.email);
    const revoked = await run(["revoke", ...email]);
    expect(revoked).toEqual({ ...done, stdout: `${owner.email} is no longer an operator.\n` });
  });

  it.each([
    [["grant", "--email", "unknown@people.test"], 1, "No operator was added: "],
    [["revoke", "--email", "unknown@people.test"], 1, "No operator was removed: "],
    [["grant", "--email", "unknown"], 2, "--email: Enter an email address"],
    [["grant"], 2, "Enter the person's address: "],
    [["list", "--email", "a@b.test"], 2, "npm run operator:list has no options."],
  ])("reports in one line what is wrong with %j", async (args, code, says) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await api.sql`select 1 from operators`).toEqual([]);
  });
});

describe("npm run zones:allow", () => {
  const allow = (...args: string[]) => run(args, "allow-zone");
  const allowed = () => api.sql`select name, workspace_id from zone_allowances order by name`;

  it("lets the workspace with an ID, or with an owner's address, create a zone once", async () => {
    const { owner, id } = await api.createWorkspace();
    for (const [name, who] of [
      ["Bücher.example.com", publicId("wsp", id)],
      ["lent.example.com", owner.email.toUpperCase()],
    ] as const) {
      const { exitCode, stdout, stderr } = await allow(name, who);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toMatch(
        /^Test Workspace \(wsp_\w{26}\) may create the zone (xn--bcher-kva|lent)\.example\.com once, until \S+Z\.\n$/,
      );
    }
    expect(await allowed()).toEqual([
      { name: "lent.example.com", workspace_id: id },
      { name: "xn--bcher-kva.example.com", workspace_id: id },
    ]);
    expect(
      await api.sql`select action, actor ->> 'kind' as kind from audit_entries where workspace_id = ${id}
      and action like 'zone.%'`,
    ).toEqual(Array.from({ length: 2 }, () => ({ action: "zone.allowed", kind: "system" })));
    await api.sql`delete from zone_allowances`;
  });

  it("asks for the ID if the person owns several workspaces, and doesn't allow what another workspace has", async () => {
    const { owner } = await api.createWorkspace();
    const other = await api.createWorkspace();
    await api.sql`insert into members (id, workspace_id, user_id, role, created_at)
      values (gen_random_uuid(), ${other.id}, ${owner.id}, 'owner', now())`;
    const several = await allow("example.com", owner.email);
    expect(several).toMatchObject({ exitCode: 1, stdout: "" });
    expect(several.stderr).toMatch(
      / owns several workspaces; enter the ID of one: wsp_\w{26}, wsp_\w{26}\n$/,
    );
    const name = await other.addDomain();
    const { id } = await api.createWorkspace();
    const taken = await allow(`shop.${name}`, publicId("wsp", id));
    expect(taken).toMatchObject({ exitCode: 1, stdout: "" });
    expect(taken.stderr).toContain("exists already");
    expect(await allowed()).toEqual([]);
  });

  it.each([
    [["example.com"], 2, "Enter the zone's name, and the workspace's ID or its owner's address: "],
    [["example.com", "a@b.test", "more"], 2, "Enter the zone's name, "],
    [["-example.com", "a@b.test"], 2, "Enter the zone's name, "],
    [["exa mple.com", "a@b.test"], 2, "exa mple.com: "],
    [
      ["example.com", "anna"],
      2,
      "anna: enter the ID of a workspace, such as wsp_…, or the address of its owner",
    ],
    [["example.com", "unknown@people.test"], 1, "unknown@people.test owns no workspace"],
    [
      ["example.com", "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5"],
      1,
      "there is no workspace wsp_01k3v2m8q4f7x9b0c1d2e3f4g5",
    ],
  ])("reports in one line what is wrong with %j", async (args, code, says) => {
    const { exitCode, stdout, stderr } = await allow(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await allowed()).toEqual([]);
  });
});

describe("npm run workspace:erase, person:erase and person:export", () => {
  const runErasure = (args: string[]) => run(args, "erasure");

  it("exports a person as JSON, shows what would be erased, and erases", async () => {
    const workspace = await api.createWorkspace();
    const { email } = await workspace.join("member");
    const exported = await runErasure(["person:export", "--email", email]);
    expect({ ...exported, stdout: JSON.parse(exported.stdout).profile.email }).toEqual({
      exitCode: 0,
      stderr: "",
      stdout: email,
    });
    const dry = await runErasure(["person:erase", "--email", email, "--dry-run"]);
    expect(dry).toMatchObject({ exitCode: 0, stderr: "" });
    expect(dry.stdout).toMatch(/^Would erase .*\n(?: {2}\w+: \d+\n)+$/);
    expect(await api.sql`select 1 from users where email = ${email}`).toHaveLength(1);
    const done = await runErasure(["person:erase", "--email", email]);
    expect(done).toMatchObject({ exitCode: 0, stderr: "" });
    expect(done.stdout).toMatch(/^Erased .*\n(?: {2}\w+: \d+\n)+$/);
    expect(await api.sql`select 1 from users where email = ${email}`).toEqual([]);

    const id = publicId("wsp", workspace.id);
    const erased = await runErasure(["workspace:erase", "--workspace", id]);
    expect(erased).toMatchObject({ exitCode: 0, stderr: "" });
    expect(erased.stdout).toContain(
      `npm run person:erase -- --person ${publicId("usr", workspace.owner.id)}`,
    );
    expect(await api.sql`select 1 from members where workspace_id = ${workspace.id}`).toEqual([]);
  });

  it("says in one line what holds a workspace or a person", async () => {
    const workspace = await api.createWorkspace();
    await workspace.addDomain();
    const id = publicId("wsp", workspace.id);
    const held = await runErasure(["workspace:erase", "--workspace", id]);
    expect(held).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `The workspace isn't erased: ${id} has to wait: 1 domain\n`,
    });
    const owner = await runErasure(["person:erase", "--email", workspace.owner.email]);
    expect(owner).toMatchObject({ exitCode: 1, stdout: "" });
    expect(owner.stderr).toContain(`the only owner of ${id}`);
    expect(owner.stderr.trim().split("\n")).toHaveLength(1);
  });

  it.each([
    [["workspace:erase", "--workspace", "wsp_x"], 2, "--workspace: enter the ID of a workspace"],
    [["workspace:erase"], 2, "Enter the workspace: "],
    [["person:erase", "--email", "unknown@people.test"], 1, "The person isn't erased: there is no person"],
    [["person:erase", "--email", "a@b.test", "--person", "usr_x"], 2, "Enter the person's address or ID: "],
    [["person:erase", "--person", "usr_x"], 2, "--person: enter the ID of a person"],
    [["person:export", "--email", "unknown@people.test"], 1, "Nothing was exported: there is no person"],
    [["person:export", "--email", "a@b.test", "--dry-run"], 2, "Enter the person's address or ID: "],
  ])("reports in one line what is wrong with %j", async (args, code, says) => {
    const { exitCode, stdout, stderr } = await runErasure(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
