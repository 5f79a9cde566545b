import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { apiKeys, auditEntries, outgoingEmails } from "@zonepost/db";
import { apiKeyLimit, apiKeyScopes } from "@zonepost/schema";
import { and, desc, eq, like } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newApiKey, type TestKey } from "../../../../test/support/accounts/api-key.ts";
import { makeStale } from "../../../../test/support/accounts/second-factor.ts";
import { api, owner, setUpAccounts, workspace } from "../../../../test/support/accounts/set-up-accounts.ts";
import { advanceClock } from "../../../../test/support/advance-clock.ts";
import { newDsRecord, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { stopClock } from "../../../../test/support/stopped-clock.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { createLogger } from "../../../kernel/log.ts";

let other: Workspace;

setUpAccounts();
beforeAll(async () => {
  other = await api.createWorkspace();
});
afterEach(() => {
  vi.useRealTimers();
});

const post = (path: string, body: unknown, by: { cookie?: string; headers?: Record<string, string> }) =>
  api.call({ method: "POST", path, body, ...by });
const create = (body: object, by: { cookie?: string; headers?: Record<string, string> } = owner) =>
  post("/api-keys", { name: "Made", scopes: ["domains:read"], ...body }, by);
const roll = (key: { id: string }, body: object = {}, by: object = owner) =>
  post(`/api-keys/${key.id}/roll`, body, by);
const ask = (key: TestKey, path = "/domains/mine") => api.call({ path, headers: key.headers });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const refusal = ({ status, json }: Awaited<ReturnType<typeof create>>) => [status, json.code];
const stored = async (key: { rowId: string }) =>
  (await api.db.select().from(apiKeys).where(eq(apiKeys.id, key.rowId)))[0];
const latestEntry = async (action: string) =>
  (
    await api.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.workspaceId, workspace.id), eq(auditEntries.action, action)))
      .orderBy(desc(auditEntries.id))
      .limit(1)
  )[0];

/** Only set in the row, so that no validation of new keys prevents it. */
async function inWorkspace(run: (own: Workspace) => Promise<void>): Promise<void> {
  await run(await api.createWorkspace());
}

describe("creating a key", () => {
  it("shows it once and only keeps its first characters and its hash", async () => {
    const domain = await workspace.addDomain();
    const keyInput = {
      name: "  Deploys ",
      scopes: ["mail:read", "domains:read", "mail:read"],
      domainNames: [domain],
      ipRanges: ["127.0.0.0/8", "::1"],
      monthlyLimitCents: 5000,
      expiresAt: inDays(30),
    };
    const made = await create(keyInput);
    expect(made.status).toBe(201);
    const { key, ...rest } = made.json;
    expect(key).toMatch(/^zp_[0-9A-Za-z]{38}$/);
    expect(rest).toEqual({
      id: expect.stringMatching(/^key_/),
      name: "Deploys",
      start: key.slice(0, 7),
      status: "active",
      scopes: ["domains:read", "mail:read"],
      domainNames: [domain],
      ipRanges: ["127.0.0.0/8", "::1"],
      monthlyLimitCents: 5000,
      createdBy: owner.email,
      createdAt: expect.any(String),
      expiresAt: keyInput.expiresAt,
      lastUsedAt: null,
      lastUsedIpAddress: null,
      rolledToId: null,
      heldAt: null,
    });
    expect((await api.call({ path: `/api-keys/${rest.id}`, ...owner })).json).toEqual(rest);
    const listed = await api.call({ path: "/api-keys", ...owner });
    expect(listed.json[0]).toEqual(rest);
    const tables = await api.sql`
      select (select string_agg(k::text, '') from api_keys k) || (select string_agg(a::text, '') from audit_entries a)
        || (select string_agg(e::text, '') from outgoing_emails e) as text`;
    expect(tables[0]?.text).not.toContain(key.slice(8));
  });

  it("emails every owner, and is in the audit log without the key", async () => {
    await inWorkspace(async (own) => {
      const second = await own.join("owner");
      const admin = await own.join("admin");
      const made = await create({ name: "Nightly job" }, admin);
      const mails = await api.db
        .select({ to: outgoingEmails.toAddress, subject: outgoingEmails.subject })
        .from(outgoingEmails)
        .where(like(outgoingEmails.subject, "%Nightly job%"));
      expect(mails.map(({ to }) => to).sort()).toEqual([own.owner.email, second.email].sort());
      const [entry] = await api.db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.workspaceId, own.id), eq(auditEntries.action, "api_key.created")));
      expect(entry).toMatchObject({
        target: made.json.id,
        actor: { kind: "user", id: admin.id },
        ipAddress: "127.0.0.1",
        requestId: made.headers["x-request-id"],
        details: { name: "Nightly job", scopes: ["domains:read"], domainNames: null, ipRanges: null },
      });
    });
  });

  it("rejects invalid fields with a pointer, and fields that callers can't set", async () => {
    const foreign = await other.addDomain();
    const own = await workspace.addDomain();
    const wrong = async (body: object) => {
      const answer = await create(body);
      return [answer.status, answer.json.errors?.map(({ pointer }: { pointer: string }) => pointer)];
    };
    expect(await wrong({ name: "\u0007" })).toEqual([422, ["/name"]]);
    expect(await wrong({ scopes: [] })).toEqual([422, ["/scopes"]]);
    expect(await wrong({ scopes: ["domains:read", "workspace:own"] })).toEqual([422, ["/scopes/1"]]);
    expect(await wrong({ domainNames: [] })).toEqual([422, ["/domainNames"]]);
    expect(await wrong({ domainNames: [own, foreign].sort() })).toEqual([
      422,
      [`/domainNames/${[own, foreign].sort().indexOf(foreign)}`],
    ]);
    expect(await wrong({ ipRanges: ["10.0.0.0/8", "10.0.0.0/33"] })).toEqual([422, ["/ipRanges/1"]]);
    for (const monthlyLimitCents of [0, -1, 0.5, "50", 100_000_000_01]) {
      expect(await wrong({ monthlyLimitCents })).toEqual([422, ["/monthlyLimitCents"]]);
    }
    expect(await wrong({ expiresAt: new Date().toISOString() })).toEqual([422, ["/expiresAt"]]);
    for (const field of ["id", "key", "keyHash", "workspaceId", "createdBy", "revokedAt", "rolledToId"]) {
      expect([field, await wrong({ [field]: "x" })]).toEqual([field, [422, [`/${field}`]]]);
    }
  });

  it("requires the right and a recent confirmation of identity", async () => {
    const [member, stale, half] = await Promise.all([
      workspace.join("member"),
      workspace.join("admin"),
      workspace.join("admin"),
    ]);
    const outsider = await api.createPersonWithoutWorkspace();
    await api.sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${stale.id}`;
    await api.sql`update sessions set second_factor_at = null where user_id = ${half.id}`;
    await api.sql`update users set two_factor_enabled = true where id = ${half.id}`;
    const key = await newApiKey(api, workspace);
    for (const [by, answer] of [
      [{}, [401, "unauthenticated"]],
      [half, [401, "second_factor_required"]],
      [outsider, [403, "no_workspace"]],
      [member, [403, "forbidden"]],
      [stale, [403, "step_up_required"]],
    ] as const) {
      expect(refusal(await create({}, by))).toEqual(answer);
      expect(refusal(await roll(key, {}, by))).toEqual(answer);
    }
    // Actions that create no key need no confirmation.
    const renamed = await api.call({
      method: "PATCH",
      path: `/api-keys/${key.id}`,
      body: { name: "New" },
      ...stale,
    });
    expect([renamed.status, renamed.json.name]).toEqual([200, "New"]);
  });

  it("allows 100 active keys, even if twenty are created at once", async () => {
    await inWorkspace(async (own) => {
      const createdBy = { kind: "system", id: null, name: "test" } as const;
      await api.db.insert(apiKeys).values(
        Array.from({ length: apiKeyLimit }, (_, index) => ({
          id: newId(),
          workspaceId: own.id,
          name: "x",
          keyHash: newId(),
          start: "zp_xxxx",
          scopes: ["domains:read" as const],
          createdBy,
          createdAt: new Date(),
          // Inactive keys don't count toward the limit.
          ...(index < 3 ? { revokedAt: new Date() } : index < 5 ? { expiresAt: new Date() } : {}),
        })),
      );
      const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, own.owner)));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(5);
      expect(new Set(answers.map(({ json }) => json.code))).toEqual(new Set([undefined, "api_key_limit"]));
      // A roll replaces the previous key.
      expect((await roll(made[0]?.json, {}, own.owner)).status).toBe(201);
    });
  });

  it("leaves the key out of a replayed response", async () => {
    const headers = { "idempotency-key": "the-same" };
    const first = await create({ name: "Once" }, { ...owner, headers });
    const again = await create({ name: "Once" }, { ...owner, headers });
    const { key, ...rest } = first.json;
    expect(key).toBeTruthy();
    expect([again.status, again.headers["idempotency-replayed"], again.json]).toEqual([201, "true", rest]);
  });
});

describe("a key that creates keys", () => {
  const scopes = ["api_keys:write", "domains:read"];

  it("can't grant a scope that it doesn't have, and lists those scopes", async () => {
    const key = await newApiKey(api, workspace, { scopes });
    const wide = await create({ scopes: ["domains:read", "mail:write", "dnssec:write"] }, key);
    expect(refusal(wide)).toEqual([403, "scope_too_wide"]);
    expect(wide.json.detail).toContain("dnssec:write, mail:write");
    expect(wide.json.detail).not.toContain("domains:read");
    expect((await create({ scopes }, key)).status).toBe(201);
    expect((await latestEntry("api_key.created"))?.actor).toEqual({
      kind: "api_key",
      id: key.rowId,
      name: "Test key",
    });
  });

  it("can't allow more addresses or a longer life than its own", async () => {
    const ipRanges = ["127.0.0.0/8", "2001:db8::/32"];
    const expiresAt = inDays(10);
    const key = await newApiKey(api, workspace, { scopes, ipRanges, expiresAt });
    const within = { ipRanges: ["127.0.0.1", "2001:db8:1::/48"], expiresAt: inDays(9) };
    for (const change of [
      { ipRanges: null },
      { ipRanges: ["127.0.0.0/7"] },
      { ipRanges: ["127.0.0.1", "203.0.113.1"] },
      { expiresAt: null },
      { expiresAt: inDays(11) },
    ]) {
      expect([change, ...refusal(await create({ ...within, ...change }, key))]).toEqual([
        change,
        403,
        "key_too_wide",
      ]);
    }
    expect(refusal(await create({}, key))).toEqual([403, "key_too_wide"]);
    expect((await create(within, key)).status).toBe(201);
    expect((await create({ ipRanges, expiresAt }, key)).status).toBe(201);
  });

  it("can't create one that spends if it has a monthly limit, and keeps the limit when it is rolled", async () => {
    const spending = [...scopes, "domains:buy"];
    const key = await newApiKey(api, workspace, { scopes: spending, monthlyLimitCents: 5000 });
    expect(refusal(await create({ scopes: ["domains:buy"] }, key))).toEqual([403, "key_too_wide"]);
    expect((await create({}, key)).status).toBe(201);
    const peer = await newApiKey(api, workspace, { scopes: spending });
    expect(refusal(await roll(peer, {}, key))).toEqual([403, "key_too_wide"]);
    const rolled = await roll(key, {}, key);
    expect([rolled.status, rolled.json.monthlyLimitCents]).toEqual([201, 5000]);
  });

  it("can't create any if it is limited to some domains", async () => {
    const domainNames = [await workspace.addDomain()];
    const key = await newApiKey(api, workspace, { scopes, domainNames });
    expect(refusal(await create({ domainNames }, key))).toEqual([403, "forbidden"]);
    expect((await api.call({ path: "/api-keys", ...key })).status).toBe(403);
  });

  it("can't widen its own addresses or those of another key", async () => {
    const ipRanges = ["127.0.0.0/8"];
    const key = await newApiKey(api, workspace, { scopes, ipRanges });
    const peer = await newApiKey(api, workspace, { scopes, ipRanges });
    const strong = await newApiKey(api, workspace, { ipRanges });
    const change = (id: string, body: object) =>
      api.call({ method: "PATCH", path: `/api-keys/${id}`, body, headers: key.headers });
    for (const id of [key.id, peer.id]) {
      for (const wider of [null, ["0.0.0.0/0"], ["127.0.0.1", "::/0"]]) {
        expect(refusal(await change(id, { ipRanges: wider }))).toEqual([403, "key_too_wide"]);
      }
    }
    expect(refusal(await change(strong.id, { ipRanges: ["127.0.0.1"] }))).toEqual([403, "scope_too_wide"]);
    expect((await change(key.id, { ipRanges: ["127.0.0.1"] })).json.ipRanges).toEqual(["127.0.0.1"]);
    expect((await stored(strong))?.ipRanges).toEqual(ipRanges);
  });

  it("can't roll a key with more permissions, or itself into one that lasts longer", async () => {
    const expiresAt = inDays(10);
    const key = await newApiKey(api, workspace, { scopes, expiresAt });
    const strong = await newApiKey(api, workspace, { expiresAt });
    expect(refusal(await roll(strong, {}, key))).toEqual([403, "scope_too_wide"]);
    for (const wider of [{ expiresAt: null }, { expiresAt: inDays(11) }]) {
      expect(refusal(await roll(key, wider, key))).toEqual([403, "key_too_wide"]);
    }
    for (const field of ["scopes", "domainNames", "ipRanges", "name", "workspaceId"]) {
      const answer = await roll(key, { [field]: [...apiKeyScopes] }, key);
      expect([field, answer.status, answer.json.errors?.[0].pointer]).toEqual([field, 422, `/${field}`]);
    }
    const rolled = await roll(key, {}, key);
    expect([rolled.status, rolled.json.scopes, rolled.json.expiresAt]).toEqual([201, scopes, expiresAt]);
  });
});

describe("updating a key", () => {
  const change = (id: string, body: object, by: object = owner) =>
    api.call({ method: "PATCH", path: `/api-keys/${id}`, body, ...by });

  it("changes only its name and its addresses", async () => {
    const key = await newApiKey(api, workspace, { scopes: ["domains:read"] });
    const body = { name: "Renamed", ipRanges: ["203.0.113.0/24"] };
    expect((await change(key.id, body)).json).toMatchObject({ ...body, scopes: ["domains:read"] });
    expect(refusal(await ask(key))).toEqual([403, "address_not_allowed"]);
    expect((await change(key.id, { ipRanges: null })).json).toMatchObject({
      name: "Renamed",
      ipRanges: null,
    });
    expect((await ask(key)).status).toBe(200);
    for (const field of ["scopes", "domainNames", "expiresAt", "key", "revokedAt"]) {
      expect([field, (await change(key.id, { [field]: null })).status]).toEqual([field, 422]);
    }
    expect((await latestEntry("api_key.changed"))?.details).toEqual({
      ipRanges: null,
      name: expect.any(String),
    });
  });

  it("requires a recent confirmation for more addresses, not for fewer", async () => {
    const admin = await workspace.join("admin");
    const key = await newApiKey(api, workspace, { ipRanges: ["203.0.113.0/24"] });
    await makeStale(api, admin);
    for (const ipRanges of [null, ["203.0.112.0/23"], ["203.0.113.7", "198.51.100.1"]]) {
      expect(refusal(await change(key.id, { ipRanges }, admin))).toEqual([403, "step_up_required"]);
    }
    expect((await stored(key))?.ipRanges).toEqual(["203.0.113.0/24"]);
    expect((await change(key.id, { name: "Narrow", ipRanges: ["203.0.113.7"] }, admin)).status).toBe(200);
    expect((await change(key.id, { ipRanges: null })).status).toBe(200);
    expect((await change(key.id, { ipRanges: ["203.0.113.7"] }, admin)).status).toBe(200);
  });

  it("returns 409 for an inactive key and 404 for another workspace's", async () => {
    const revoked = await newApiKey(api, workspace, {}, { revokedAt: new Date() });
    expect(refusal(await change(revoked.id, { name: "x" }))).toEqual([409, "api_key_not_active"]);
    const foreign = await newApiKey(api, other);
    for (const answer of [
      await change(foreign.id, { name: "x" }),
      await api.call({ path: `/api-keys/${foreign.id}`, ...owner }),
      await api.call({ method: "DELETE", path: `/api-keys/${foreign.id}`, ...owner }),
      await roll(foreign),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await ask(foreign)).status).toBe(200);
  });
});

describe("rolling a key", () => {
  it("creates one with the same permissions; the old one only works for the overlap", async () => {
    await using sandbox = await startApi();
    await sandbox.startWorker();
    const own = await sandbox.createWorkspace();
    const domainNames = [await own.addDomain()];
    const keyInput = { scopes: ["domains:read", "mail:read"], domainNames, ipRanges: ["127.0.0.1"] };
    const old = await newApiKey(sandbox, own, { ...keyInput, expiresAt: inDays(90) });
    const rolled = await sandbox.call({
      method: "POST",
      path: `/api-keys/${old.id}/roll`,
      body: { overlapSeconds: 3600 },
      ...own.owner,
    });
    expect([rolled.status, rolled.json]).toMatchObject([
      201,
      { ...keyInput, name: "Test key", status: "active" },
    ]);
    expect(rolled.json.key).not.toBe(old.key);
    const statuses = async () => {
      const headers = { authorization: `Bearer ${rolled.json.key}` };
      const answers = [old.headers, headers].map((by) =>
        sandbox.call({ path: "/domains/mine", headers: by }),
      );
      return (await Promise.all(answers)).map(({ status, json }) => json.code ?? status);
    };
    expect(await statuses()).toEqual([200, 200]);
    await advanceClock(sandbox, 3000);
    expect(await statuses()).toEqual([200, 200]);
    await advanceClock(sandbox, 601);
    expect(await statuses()).toEqual(["api_key_expired", 200]);
    const { json } = await sandbox.call({ path: "/api-keys", ...own.owner });
    expect(json.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [rolled.json.id, "active"],
      [old.id, "expired"],
    ]);
    expect(json[1].rolledToId).toBe(rolled.json.id);
    // Expiry uses the same clock, and the key leaves the list after 30 days.
    await advanceClock(sandbox, 91 * 86_400);
    expect(await statuses()).toEqual(["api_key_expired", "api_key_expired"]);
    const later = await sandbox.call({ path: "/api-keys", ...own.owner });
    expect(later.json.map(({ id }: { id: string }) => id)).toEqual([rolled.json.id]);
  });

  it("never extends the old key's life", async () => {
    const expiresAt = inDays(0.5);
    const key = await newApiKey(api, workspace, { expiresAt });
    const rolled = await roll(key, { overlapSeconds: 30 * 86_400, expiresAt: null });
    expect([rolled.status, rolled.json.expiresAt]).toEqual([201, null]);
    expect((await stored(key))?.expiresAt?.toISOString()).toBe(expiresAt);
  });

  it("ends the old key immediately without an overlap", async () => {
    const key = await newApiKey(api, workspace);
    expect((await roll(key, { overlapSeconds: 0 })).status).toBe(201);
    expect(refusal(await ask(key))).toEqual([401, "api_key_expired"]);
  });

  it("succeeds for one of twenty simultaneous requests", async () => {
    const key = await newApiKey(api, workspace);
    const answers = await Promise.all(Array.from({ length: 20 }, () => roll(key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === "api_key_not_active")).toHaveLength(19);
  });

  it("returns 409 for a revoked, expired or already rolled key, and 404 for an unknown one", async () => {
    const past = new Date(Date.now() - 1000);
    const rolled = await newApiKey(api, workspace);
    await roll(rolled);
    for (const key of [
      rolled,
      await newApiKey(api, workspace, {}, { revokedAt: past }),
      await newApiKey(api, workspace, {}, { expiresAt: past }),
    ]) {
      expect(refusal(await roll(key, { expiresAt: null }))).toEqual([409, "api_key_not_active"]);
    }
    expect((await roll({ id: "key_01k3v2m8q4f7x9b0c1d2e3f4g5" })).status).toBe(404);
  });
});

describe("revoking a key", () => {
  it("ends it permanently and immediately in every process; repeating it has no effect", async () => {
    const another = await api.startAnother();
    const key = await newApiKey(api, workspace);
    const requestThere = () => another.call({ path: "/domains/mine", headers: key.headers });
    expect((await requestThere()).status).toBe(200);
    const revoke = () => api.call({ method: "DELETE", path: `/api-keys/${key.id}`, ...owner });
    expect((await revoke()).status).toBe(204);
    expect(refusal(await requestThere())).toEqual([401, "api_key_revoked"]);
    const revokedAt = (await stored(key))?.revokedAt;
    expect((await revoke()).status).toBe(204);
    expect((await stored(key))?.revokedAt).toEqual(revokedAt);
    const entries = await api.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.target, key.id), eq(auditEntries.action, "api_key.revoked")));
    expect(entries).toHaveLength(1);
  });

  it("works for the key itself", async () => {
    const key = await newApiKey(api, workspace, { scopes: ["api_keys:write"] });
    const revoke = () => api.call({ method: "DELETE", path: `/api-keys/${key.id}`, headers: key.headers });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(401);
  });
});

describe("a key that is off since a restore", () => {
  const hold = async (key: TestKey) => {
    await api.sql`update api_keys set held_at = now() where id = ${key.rowId}`;
    return key;
  };
  const held = async (own: Workspace = workspace) => hold(await newApiKey(api, own));
  const reactivate = (
    key: { id: string },
    by: { cookie?: string; headers?: Record<string, string> } = owner,
  ) => post(`/api-keys/${key.id}/reactivate`, undefined, by);

  it("works in no process until an owner turns it on, which is recorded and emailed once", async () => {
    const another = await api.startAnother();
    const key = await held();
    const requestThere = () => another.call({ path: "/domains/mine", headers: key.headers });
    expect(refusal(await requestThere())).toEqual([401, "api_key_held"]);
    const shown = (await api.call({ path: `/api-keys/${key.id}`, ...owner })).json;
    expect([shown.status, shown.heldAt]).toEqual(["active", expect.any(String)]);
    const before = await api.sql`select id from change_notices where kind = 'api_key_on'`;
    const answers = [await reactivate(key), await reactivate(key)];
    expect(answers.map(({ status, json }) => [status, json.heldAt])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect((await requestThere()).status).toBe(200);
    const entries = await api.sql`
      select details from audit_entries where target = ${key.id} and action = 'api_key.reactivated'`;
    expect(entries).toEqual([{ details: { name: "Test key" } }]);
    const notices = await api.sql`select id from change_notices where kind = 'api_key_on'`;
    expect(notices.length - before.length).toBe(1);
  });

  it("is turned on by an owner only, soon after they have signed in or confirmed", async () => {
    const key = await held();
    const admin = await workspace.join("admin");
    const withKey = await newApiKey(api, workspace);
    const stale = await workspace.join("owner");
    await makeStale(api, stale);
    const answers = [
      await reactivate(key, { cookie: admin.cookie }),
      await reactivate(key, { headers: withKey.headers }),
      await reactivate(key, {}),
      await reactivate(key, { cookie: other.owner.cookie }),
      await reactivate({ id: publicId("key", newId()) }),
      await reactivate(key, { cookie: stale.cookie }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 404, 404, 403]);
    expect(answers.at(-1)?.json.code).toBe("step_up_required");
    expect(refusal(await ask(key))).toEqual([401, "api_key_held"]);
  });

  it("stays revoked or expired", async () => {
    const revoked = await newApiKey(api, workspace, {}, { revokedAt: new Date(), heldAt: new Date() });
    const expired = await newApiKey(api, workspace, {}, { expiresAt: new Date(0), heldAt: new Date() });
    for (const key of [revoked, expired]) {
      expect(refusal(await reactivate(key))).toEqual([409, "api_key_not_active"]);
    }
    expect(refusal(await ask(revoked))).toEqual([401, "api_key_revoked"]);
  });

  it("can't be rolled into a new one, but can be renamed and revoked", async () => {
    const key = await held();
    expect(refusal(await roll(key))).toEqual([409, "api_key_off"]);
    const renamed = await api.call({
      method: "PATCH",
      path: `/api-keys/${key.id}`,
      body: { name: "Old" },
      ...owner,
    });
    expect([renamed.status, renamed.json.heldAt]).toEqual([200, expect.any(String)]);
    expect((await api.call({ method: "DELETE", path: `/api-keys/${key.id}`, ...owner })).status).toBe(204);
  });
});

describe("the list of keys", () => {
  it("shows active keys, then those that ended within 30 days, newest first, with pagination", async () => {
    await inWorkspace(async (own) => {
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
      const names = async (path = "/api-keys") => (await api.call({ path, ...own.owner })).json;
      const made: Record<string, TestKey> = {};
      for (const [name, changed] of Object.entries({
        first: {},
        revoked: { revokedAt: ago(29) },
        second: { expiresAt: ago(-1) },
        forgotten: { revokedAt: ago(31) },
        expired: { expiresAt: ago(1) },
        longExpired: { expiresAt: ago(31) },
        third: {},
      })) {
        made[name] = await newApiKey(api, own, { name }, changed);
      }
      const order = ["third", "second", "first", "expired", "revoked"];
      expect((await names()).map(({ name }: { name: string }) => name)).toEqual(order);
      const seen: string[] = [];
      for (let path: string | undefined = "/api-keys?limit=2"; path; ) {
        const { json, headers } = await api.call({ path, ...own.owner });
        seen.push(...json.map(({ name }: { name: string }) => name));
        const next = /<([^>]+)>/.exec(String(headers.link ?? ""))?.[1];
        path = next && new URL(next).pathname + new URL(next).search;
      }
      expect(seen).toEqual(order);
      expect((await api.call({ path: "/api-keys?limit=2&cursor=eA", ...own.owner })).status).toBe(422);
      const gone = await api.call({ path: `/api-keys/${made.forgotten?.id}`, ...own.owner });
      expect([gone.status, gone.json.status]).toEqual([200, "revoked"]);
    });
  });
});

describe("a request with a key", () => {
  it("is rejected without a database query if one character is wrong", async () => {
    const key = await newApiKey(api, workspace);
    const changed = key.key.replace(/.(?=.{9}$)/, (character) => (character === "a" ? "b" : "a"));
    const send = (text: string) =>
      api.call({ path: "/domains/mine", headers: { authorization: `Bearer ${text}` } });
    await api.sql`alter table api_keys rename to away`;
    const statuses = await Promise.all([send(changed), send(key.key)]).finally(
      () => api.sql`alter table away rename to api_keys`,
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 500]);
    expect(statuses[0]?.json.code).toBe("invalid_api_key");
  });

  it("returns 401 for any other Authorization header, even with a valid cookie", async () => {
    const key = await newApiKey(api, workspace);
    const encoded = Buffer.from(`${owner.email}:x`).toString("base64");
    for (const authorization of [
      `Basic ${encoded}`,
      `Basic ${key.key}`,
      key.key,
      "Bearer",
      `Bearer ${key.key} ${key.key}`,
      `Bearer ${key.key},`,
      `Bearer ${key.key.slice(0, -1)}`,
      `Bearer ${owner.cookie.split("=")[1]}`,
      "Bearer null",
    ]) {
      for (const cookie of [undefined, owner.cookie]) {
        const answer = await api.call({ path: "/domains/mine", cookie, headers: { authorization } });
        expect([authorization, ...refusal(answer)]).toEqual([authorization, 401, "invalid_api_key"]);
        expect(answer.headers["www-authenticate"]).toBe('Bearer realm="Zonepost", error="invalid_token"');
      }
    }
    const none = await api.call({ path: "/domains/mine" });
    expect(none.headers["www-authenticate"]).toBe('Bearer realm="Zonepost"');
    const spelled = await api.call({
      path: "/domains/mine",
      headers: { authorization: `bEARER   ${key.key}` },
    });
    expect(spelled.status).toBe(200);
  });

  it("never reads a key from the URL", async () => {
    const { key } = await newApiKey(api, workspace);
    for (const name of ["access_token", "api_key", "key", "token", "authorization"]) {
      expect((await api.call({ path: `/domains/mine?${name}=${key}` })).status).toBe(401);
    }
  });

  it("is authenticated by the key even if it carries a cookie", async () => {
    const domain = await workspace.addDomain();
    const foreign = await newApiKey(api, other);
    const weak = await newApiKey(api, workspace, { scopes: ["mail:read"] });
    const both = (key: TestKey, path: string) => api.call({ path, ...owner, headers: key.headers });
    expect((await both(foreign, `/domains/${domain}/dnssec`)).status).toBe(404);
    expect((await both(weak, "/domains/mine")).status).toBe(403);
    const answer = await both(foreign, "/domains/mine");
    expect([answer.status, answer.text.includes(domain), answer.cookies]).toEqual([200, false, []]);
    const trpc = await both(foreign, "/trpc/domains.portfolio");
    expect([trpc.status, trpc.json.error.data.problem.code]).toEqual([401, "unauthenticated"]);
  });

  it("returns the required scope, whatever the outcome", async () => {
    const strict = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "3" } });
    const without = await newApiKey(api, workspace, { scopes: ["domains:read"] });
    const key = await newApiKey(api, workspace);
    const domain = await workspace.addDomain();
    stopClock();
    const publish = async (name: string, headers: Record<string, string>, body: object) => {
      const path = `/domains/${name}/dnssec`;
      const answer = await strict.call({ method: "POST", path, headers, body });
      return [answer.status, answer.headers["x-required-scope"]];
    };
    const scope = "dnssec:write";
    expect(await publish(domain, {}, {})).toEqual([401, scope]);
    expect(await publish(domain, { authorization: "Bearer x" }, {})).toEqual([401, scope]);
    expect(await publish(domain, without.headers, newDsRecord())).toEqual([403, scope]);
    expect(await publish("not-registered.com", key.headers, newDsRecord())).toEqual([404, scope]);
    expect(await publish(domain, key.headers, {})).toEqual([422, scope]);
    expect(await publish(domain, key.headers, newDsRecord())).toEqual([201, scope]);
    expect(await publish(domain, key.headers, newDsRecord())).toEqual([429, scope]);
  });

  it("can't do what only a person can do", async () => {
    const key = await newApiKey(api, workspace);
    const url = "https://hooks.example.com/in";
    const made = await post("/webhooks/outbound", { url, events: ["*"] }, key);
    expect(made.status).toBe(201);
    const answer = await post(`/webhooks/outbound/${made.json.id}/reactivate`, undefined, key);
    expect([...refusal(answer), answer.headers["x-required-scope"]]).toEqual([
      403,
      "session_required",
      undefined,
    ]);
    const session = { path: "/auth/get-session", headers: key.headers };
    expect((await api.call(session)).status).toBe(401);
    expect((await api.call({ ...session, cookie: owner.cookie })).json.user.email).toBe(owner.email);
  });

  it("stores its last use at most once a minute, for any number of requests", async () => {
    const proxied = await api.startAnother({ env: { TRUSTED_PROXY_COUNT: "1" } });
    const key = await newApiKey(api, workspace);
    const use = (address: string) =>
      proxied.call({ path: "/domains/mine", headers: { ...key.headers, "x-forwarded-for": address } });
    await use("192.0.2.1");
    const version = () => api.sql`select xmin::text from api_keys where id = ${key.rowId}`;
    const [first] = await version();
    await Promise.all(Array.from({ length: 20 }, (_, index) => use(`192.0.2.${index}`)));
    expect((await version())[0]).toEqual(first);
    expect((await stored(key))?.lastUsedIpAddress).toBe("192.0.2.1");
    await api.sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${key.rowId}`;
    const before = Date.now();
    await use("192.0.2.9");
    const { json } = await api.call({ path: `/api-keys/${key.id}`, ...owner });
    expect(json.lastUsedIpAddress).toBe("192.0.2.9");
    expect(Date.parse(json.lastUsedAt)).toBeGreaterThanOrEqual(before);
  });

  it("is logged with the key's id, never with the key", async () => {
    const stream = new PassThrough();
    const written = readText(stream);
    const loud = await api.startAnother({ log: createLogger("test", "trace", stream) });
    const key = await newApiKey(api, workspace);
    await loud.call({ path: "/domains/mine", headers: key.headers });
    await loud.call({ path: `/domains/mine?key=${key.key}`, headers: key.headers });
    await loud.call({ path: "/domains/mine", headers: { authorization: `Bearer ${key.key.slice(0, -1)}x` } });
    stream.end();
    const log = await written;
    expect(log).toContain(`api_key:${key.rowId}`);
    expect(log).not.toContain(key.key.slice(3, -2));
  });
});

describe("a key's allowed addresses", () => {
  const through = async (proxies: number) => {
    const listener = await api.startAnother({ env: { TRUSTED_PROXY_COUNT: String(proxies) } });
    return async (key: TestKey, forwarded: string) => {
      const headers = { ...key.headers, "x-forwarded-for": forwarded };
      const answer = await listener.call({ path: "/domains/mine", headers });
      return answer.json.code ?? answer.status;
    };
  };

  it("are IPv4 and IPv6, networks and single addresses, including IPv4 over IPv6", async () => {
    const from = await through(1);
    const key = await newApiKey(api, workspace, {
      ipRanges: ["203.0.113.0/24", "2001:db8::/32", "192.0.2.7"],
    });
    for (const address of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1::1", "2001:DB8::", "192.0.2.7"]) {
      expect([address, await from(key, address)]).toEqual([address, 200]);
    }
    for (const address of [
      "203.0.114.9",
      "::ffff:203.0.114.9",
      "2001:db9::1",
      "192.0.2.8",
      "nonsense",
      "::",
    ]) {
      expect([address, await from(key, address)]).toEqual([address, "address_not_allowed"]);
    }
  });

  it("are never taken from the client's own X-Forwarded-For", async () => {
    const key = await newApiKey(api, workspace, { ipRanges: ["203.0.113.0/24"] });
    expect(await (await through(0))(key, "203.0.113.9")).toBe("address_not_allowed");
    const from = await through(1);
    expect(await from(key, "203.0.113.9, 198.51.100.1")).toBe("address_not_allowed");
    expect(await from(key, "198.51.100.1, 203.0.113.9")).toBe(200);
  });
});

describe("the rate limit of keys", () => {
  it("is shared by all keys of a workspace across processes, separate from people's", async () => {
    const env = { WORKSPACE_RATE_LIMIT_PER_MINUTE: "50" };
    const listeners = [await api.startAnother({ env }), await api.startAnother({ env })];
    const keys: TestKey[] = [];
    await inWorkspace(async (own) => {
      for (let count = 0; count < 10; count += 1) {
        keys.push(await newApiKey(api, own));
      }
      stopClock();
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, index) =>
          listeners[index % 2]?.call({ path: "/domains/mine", headers: keys[index % 10]?.headers ?? {} }),
        ),
      );
      const taken = answers.filter((answer) => answer?.status === 200);
      expect(taken.length).toBeLessThanOrEqual(50);
      expect(taken.length).toBeGreaterThanOrEqual(45);
      expect(taken[0]?.headers["ratelimit-policy"]).toBe('"actor";q=100000;w=60, "workspace";q=50;w=60');
      const refused = answers.find((answer) => answer?.status === 429);
      expect(refused?.headers.ratelimit).toMatch(/"workspace";r=0;t=40$/);
      const person = await listeners[0]?.call({ path: "/domains/mine", ...own.owner });
      expect([person?.status, person?.headers["ratelimit-policy"]]).toEqual([200, '"actor";q=100000;w=60']);
    });
    await inWorkspace(async (own) => {
      const another = await newApiKey(api, own);
      const answer = await listeners[0]?.call({ path: "/domains/mine", headers: another.headers });
      expect(answer?.status).toBe(200);
    });
  });
});

describe("pages of other sites", () => {
  it("can't send a key: Authorization is not an allowed header, not even for the panel", async () => {
    for (const origin of [api.panelOrigin, "https://evil.example"]) {
      const answer = await api.call({
        method: "OPTIONS",
        path: "/domains/mine",
        headers: {
          origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "authorization",
        },
      });
      expect(String(answer.headers["access-control-allow-headers"] ?? "").toLowerCase()).not.toMatch(
        /authorization|\*/,
      );
    }
  });
});

describe("an action by a key", () => {
  it("appears under the key's name in the domain's history and in the audit log", async () => {
    const key = await newApiKey(api, workspace, { name: "Deploys" });
    const domain = await workspace.addDomain();
    const headers = { ...key.headers, "user-agent": "deploy/1.0" };
    const published = await post(`/domains/${domain}/dnssec`, newDsRecord(), { headers });
    expect(published.status).toBe(201);
    const history = await api.call({ path: `/domains/${domain}/history`, ...owner });
    expect(history.json[0]).toMatchObject({
      kind: "dnssec_change",
      actor: { kind: "api_key", name: "Deploys" },
    });
    const log = await api.call({ path: `/audit-log?actor=${key.id}`, ...owner });
    expect(log.json).toHaveLength(1);
    expect(log.json[0]).toMatchObject({
      action: "dnssec.ds_published",
      actor: { kind: "api_key", id: key.id, name: "Deploys" },
      ipAddress: "127.0.0.1",
      userAgent: "deploy/1.0",
      requestId: published.headers["x-request-id"],
    });
  });

  it("runs once per Idempotency-Key, which is scoped to the API key", async () => {
    const [one, two] = [await newApiKey(api, workspace), await newApiKey(api, workspace)];
    const body = { url: "https://hooks.example.com/idempotent", events: ["*"] };
    const send = (key: TestKey) =>
      post("/webhooks/outbound", body, { headers: { ...key.headers, "idempotency-key": "same" } });
    const [first, again, others] = [await send(one), await send(one), await send(two)];
    expect([again.json.id, again.headers["idempotency-replayed"]]).toEqual([first.json.id, "true"]);
    expect([others.status, others.headers["idempotency-replayed"]]).toEqual([201, undefined]);
    expect(others.json.id).not.toBe(first.json.id);
  });
});
