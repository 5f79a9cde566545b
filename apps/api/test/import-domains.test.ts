import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { auditEntries, contacts, domains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicId } from "../src/kernel/ids.ts";
import { historyOf } from "./support/domains/year-of-a-domain.ts";
import { type Api, newDsRecord, startApi, type Workspace } from "./support/start-api.ts";

// The command as an operator runs it, with an external PostgreSQL and registry.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const nameservers = ["ns1.example.net", "ns2.example.net"].map((host) => ({ host, addresses: [] }));
const holder = {
  name: "Anna Müller",
  organization: null,
  email: "anna@example.com",
  phone: "+4930123456",
  street: ["Torstraße 1"],
  city: "Berlin",
  stateOrProvince: null,
  postalCode: "10119",
  countryCode: "DE",
};

let api: Api;
let workspace: Workspace;
let taken: string;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(join(tmpdir(), "zonepost-import-test-"));
  workspace = await api.createWorkspace();
  taken = await (await api.createWorkspace()).addDomain({ name: "of-another-workspace.com" });
  const registrar = api.wired.registrars.byCode("primary");
  if (!registrar) {
    throw new Error("there is no registrar");
  }
  await registrar.saveContact("zpholder", holder, true);
  const roles = { registrant: "zpholder", admin: "zpholder", tech: "zpholder" };
  for (const name of ["held-one.com", "held-two.de", "being-deleted.com"]) {
    await registrar.createDomain({
      name,
      years: 1,
      nameservers,
      contacts: roles,
      authCode: "an-auth-code-1",
    });
  }
  await registrar.changeDsRecords("held-one.com", { add: [newDsRecord()], remove: [] });
  await registrar.changeLock("held-one.com", true);
  await api.sql`update registry.domains set graces = '[]' where name = 'being-deleted.com'`;
  await registrar.deleteDomain("being-deleted.com");
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function run(names: string[], ...options: string[]) {
  const file = join(folder, "names.txt");
  writeFileSync(file, names.join("\n"));
  const id = publicId("wsp", workspace.id);
  return spawnArgs(["--workspace", id, "--file", file, ...options]);
}

async function spawnArgs(args: string[]) {
  const [primary] = api.env.registrars;
  const child = spawn(process.execPath, ["scripts/operator/import-domains.mjs", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      DATABASE_URL: api.databaseUrl,
      ENCRYPTION_KEY: api.env.ENCRYPTION_KEY,
      EPP_HOST: primary?.host,
      EPP_PORT: String(primary?.port),
      EPP_CLIENT_ID: primary?.clientId,
      EPP_PASSWORD: primary?.password,
      EPP_CA_FILE: primary?.caFile,
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
  const report = Object.fromEntries(
    stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [name, outcome, detail] = line.split("\t");
        return [name, `${outcome}: ${detail}`];
      }),
  );
  return { exitCode, report, stderr };
}

const own = () => api.db.select().from(domains).where(eq(domains.workspaceId, workspace.id));

describe("npm run domains:import", () => {
  it("reports each name in a dry run, and changes nothing", async () => {
    const { exitCode, report, stderr } = await run(
      [
        "held-one.com",
        "# a comment",
        "",
        "HELD-TWO.de # ours too",
        taken,
        "being-deleted.com",
        "free.com",
        "no name",
      ],
      "--dry-run",
    );
    expect(report).toEqual({
      "held-one.com": expect.stringMatching(/^would_import: until \d{4}-/),
      "held-two.de": expect.stringMatching(/^would_import: until \d{4}-/),
      [taken]: "refused: another workspace has it",
      "being-deleted.com": "refused: it is being deleted",
      "free.com": "refused: it is not registered",
      "no name": expect.stringMatching(/^refused: /),
    });
    expect(stderr).toMatch(/6 names: /);
    expect(exitCode).toBe(1);
    expect(await own()).toEqual([]);
  });

  it("takes over domains with the registry's data, and can be repeated", async () => {
    const first = await run(["held-one.com", "held-two.de"]);
    expect(first).toMatchObject({
      exitCode: 0,
      report: { "held-one.com": expect.stringMatching(/^imported/) },
    });
    const rows = new Map((await own()).map((row) => [row.name, row]));
    const answer = await api.wired.registrars.byCode("primary")?.readDomain("held-one.com");
    const held = answer?.kind === "held" ? answer.domain : undefined;
    const [contact] = await api.db.select().from(contacts).where(eq(contacts.workspaceId, workspace.id));
    expect(contact).toMatchObject({ ...holder });
    const row = rows.get("held-one.com");
    expect(row).toMatchObject({
      status: "active",
      autoRenew: true,
      whoisPrivacy: true,
      paidUntil: held?.registryExpiresAt,
      registryExpiresAt: held?.registryExpiresAt,
      nameservers: held?.nameservers,
      dsRecords: held?.dsRecords,
      registryStatuses: ["clientTransferProhibited"],
      registrantContactId: contact?.id,
      techContactId: contact?.id,
    });
    expect(row?.nextRenewalAt).not.toBeNull();
    expect(row?.nextNoticeAt).not.toBeNull();
    expect(rows.get("held-two.de")?.registrantContactId).toBe(contact?.id);
    expect(await historyOf(api, "held-one.com")).toEqual(["Imported from the registry"]);
    const audited = and(
      eq(auditEntries.workspaceId, workspace.id),
      eq(auditEntries.action, "domain.imported"),
    );
    expect(await api.db.$count(auditEntries, audited)).toBe(2);

    const how = { workspaceId: workspace.id, autoRenew: true, isDryRun: false };
    expect(await api.wired.importDomain("held-one.com", how)).toMatchObject({ outcome: "already_here" });
    expect(await own()).toHaveLength(2);
    // A change of the contact now goes to the handle that the registry has.
    const changed = await api.call({
      method: "PATCH",
      path: `/contacts/${publicId("con", contact?.id ?? "")}`,
      body: { city: "Potsdam" },
      cookie: workspace.owner.cookie,
    });
    expect(changed.status).toBe(200);
    const sent = await api.wired.registrars.byCode("primary")?.readContact("zpholder");
    expect(sent?.details.city).toBe("Potsdam");
  });

  it("refuses an unknown workspace, and asks for its options", async () => {
    const unknown = spawnArgs(["--workspace", "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5", "--file", "package.json"]);
    expect(await unknown).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("there is no workspace"),
    });
    expect(await spawnArgs(["--file", "package.json"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("npm run domains:import"),
    });
  });
});
