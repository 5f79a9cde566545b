import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createTestDatabase } from "@zonepost/db/testing";
import { findServerProgram } from "@zonepost/server-process";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { createSchema } from "../src/state/create-schema.ts";
import { findKnot, findUnbound, serveSignedZone, startSandboxDns } from "../src/zones/index.ts";

const isPossible = (await Promise.all([findKnot(), findUnbound(), findServerProgram("dig")])).every(Boolean);
const ours = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"];
const others = ["ns1.example.net", "ns2.example.net"];

describe.skipIf(!isPossible)("the sandbox's resolver (skipped without Knot, Unbound and dig)", () => {
  it("follows a delegation to the sandbox's nameservers while it lasts, and validates once the DS record is there", async () => {
    await using cleanUp = new AsyncDisposableStack();
    const database = await createTestDatabase();
    cleanUp.defer(() => database.drop());
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    cleanUp.defer(() => sql.end());
    await createSchema(sql);
    await sql`insert into registry.registrars (id, password_hash) values ('zonepost', 'none')`;
    const folder = await mkdtemp(path.join(tmpdir(), "zonepost-hosted-test-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const delegate = async (nameservers: string[], dsRecords: object[] = []) => {
      await sql`delete from registry.domains where name = 'hosted.com'`;
      await sql`
        insert into registry.domains
          (name, sponsor, nameservers, ds_records, statuses, created_by, created_at, expires_at)
        values ('hosted.com', 'zonepost', ${nameservers}, ${sql.json(JSON.parse(JSON.stringify(dsRecords)))},
          '{}', 'zonepost', now(), now())`;
    };
    const zone = await serveSignedZone({ folder: path.join(folder, "zone"), zone: "hosted.com" });
    cleanUp.defer(() => zone.close());
    const options = {
      databaseUrl: database.url,
      dataDir: folder,
      tlds: ["com", "net"],
      nameserverPorts: Object.fromEntries(ours.map((host) => [host, zone.port])),
    };
    const running = { dns: await startSandboxDns(options) };
    cleanUp.defer(() => running.dns.close());
    const ask = async (name: string, ...more: string[]) => {
      const args = ["@127.0.0.1", "-p", String(running.dns.resolverPort), name, "A", "+dnssec", ...more];
      const { stdout } = await promisify(execFile)("dig", [...args, "+tries=1", "+time=10"]);
      const status = /status: (\w+)/.exec(stdout)?.[1];
      return `${status}${/flags:[^;]* ad[ ;]/.test(stdout) ? " ad" : ""}`;
    };

    expect(await ask("www.hosted.com")).toBe("NXDOMAIN ad");
    expect(await ask(ours[0] ?? "")).toBe("NOERROR");
    await delegate(ours);
    await expect.poll(() => ask("www.hosted.com")).toBe("NOERROR");
    await delegate(ours, [{ ...zone.dsRecord, digest: "AB".repeat(32) }]);
    await expect.poll(() => ask("www.hosted.com")).toBe("SERVFAIL");
    await delegate(ours, [zone.dsRecord]);
    await expect.poll(() => ask("www.hosted.com")).toBe("NOERROR ad");
    expect(await ask("missing.hosted.com")).toBe("NXDOMAIN ad");

    await running.dns.close();
    running.dns = await startSandboxDns(options);
    expect(await ask("www.hosted.com")).toBe("NOERROR ad");
    await delegate(others);
    await expect.poll(() => ask("www.hosted.com")).toBe("SERVFAIL");
    await sql`delete from registry.domains where name = 'hosted.com'`;
    await expect.poll(() => ask("www.hosted.com")).toBe("NXDOMAIN ad");
  });
});
