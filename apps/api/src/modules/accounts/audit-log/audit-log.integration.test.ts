import { auditEntries, type StoredActor } from "@zonepost/db";
import { describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import { api, setUpAccounts, workspace } from "../../../../test/support/accounts/set-up-accounts.ts";
import { newId, publicId } from "../../../kernel/ids.ts";

setUpAccounts();

type Entry = Partial<typeof auditEntries.$inferInsert>;
const system: StoredActor = { kind: "system", id: null, name: "sweep" };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

/** A workspace whose log has only these entries, oldest first; minutes are their times. */
async function withLog(entries: readonly Entry[]) {
  const own = await api.createWorkspace();
  await api.sql`delete from audit_entries where workspace_id = ${own.id}`;
  const rows = entries.map((entry, index) => ({
    id: newId(),
    workspaceId: own.id,
    action: "thing.changed",
    actor: system,
    target: `target-${index}`,
    details: {},
    occurredAt: at(index),
    ...entry,
  }));
  if (rows.length > 0) {
    await api.db.insert(auditEntries).values(rows);
  }
  const ask = (query: Record<string, string> = {}, path = "/audit-log") =>
    api.call({ path: `${path}?${new URLSearchParams(query)}`, cookie: own.owner.cookie });
  const targets = async (query: Record<string, string> = {}) => {
    const { status, json } = await ask(query);
    return status === 200 ? json.map(({ target }: { target: string }) => target) : json.errors[0].pointer;
  };
  return { own, ask, targets };
}

describe("the audit log", () => {
  it("lists actions newest first: 200 entries, or all of them with pagination", async () => {
    const { ask } = await withLog(Array.from({ length: 450 }, () => ({})));
    const whole = await ask();
    expect([whole.json.length, whole.json[0].target, whole.json[199].target]).toEqual([
      200,
      "target-449",
      "target-250",
    ]);
    const seen: string[] = [];
    for (let query: Record<string, string> | undefined = { limit: "180" }; query; ) {
      const { json, headers } = await ask(query);
      seen.push(...json.map(({ target }: { target: string }) => target));
      const next = /<([^>]+)>/.exec(String(headers.link ?? ""))?.[1];
      query = next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams);
    }
    expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => `target-${449 - index}`));
  });

  it("keeps the order of entries of the same millisecond across pages", async () => {
    const { ask } = await withLog(Array.from({ length: 9 }, () => ({ occurredAt: at(0) })));
    const whole = (await ask()).json.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json, headers } = await ask({ limit: "2", ...(cursor ? { cursor } : {}) });
      seen.push(...json.map(({ id }: { id: string }) => id));
      const next = /<([^>]+)>/.exec(String(headers.link ?? ""))?.[1];
      cursor = next ? new URL(next).searchParams.get("cursor") : null;
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it("is limited to its own workspace, and to owners and admins", async () => {
    const { own } = await withLog([{ target: "secret-target" }]);
    const stranger = await api.call({ path: "/audit-log", cookie: workspace.owner.cookie });
    expect([stranger.status, stranger.text.includes("secret-target")]).toEqual([200, false]);
    const member = await own.join("member");
    expect((await api.call({ path: "/audit-log", cookie: member.cookie })).status).toBe(403);
    expect((await api.call({ path: "/audit-log/export", cookie: member.cookie })).status).toBe(403);
    const key = await newApiKey(api, own, { scopes: ["audit:read"] });
    expect((await api.call({ path: "/audit-log", headers: key.headers })).status).toBe(200);
  });

  it("shows who did what, when and from where, with public ids", async () => {
    const userId = newId();
    const { ask } = await withLog([
      {
        action: "dnssec.ds_published",
        actor: { kind: "user", id: userId, name: "one@people.test" },
        target: "example.com",
        details: { keyTag: 1 },
        ipAddress: "203.0.113.7",
        userAgent: "Browser/1.0",
        requestId: "req_x",
      },
      { actor: { kind: "registry", id: null, name: "registry" } },
    ]);
    const { json } = await ask();
    expect(json[1]).toEqual({
      id: expect.stringMatching(/^aud_/),
      occurredAt: at(0).toISOString(),
      action: "dnssec.ds_published",
      actor: { kind: "user", id: publicId("usr", userId), name: "one@people.test" },
      target: "example.com",
      details: { keyTag: 1 },
      ipAddress: "203.0.113.7",
      userAgent: "Browser/1.0",
      requestId: "req_x",
    });
    expect(json[0]).toMatchObject({
      actor: { kind: "registry", id: null },
      ipAddress: null,
      requestId: null,
    });
  });
});

describe("audit log filters", () => {
  it("match an action, or all actions of a resource by its first part", async () => {
    const actions = ["api_key.created", "api_key.rolled", "api_keys.other", "api.x", "session.signed_in"];
    const { targets } = await withLog(actions.map((action) => ({ action, target: action })));
    expect(await targets({ action: "api_key.rolled" })).toEqual(["api_key.rolled"]);
    expect(await targets({ action: "api_key" })).toEqual(["api_key.rolled", "api_key.created"]);
    expect(await targets({ action: "api" })).toEqual(["api.x"]);
    expect(await targets({ action: "session.none" })).toEqual([]);
    for (const action of ["", "Session", "session.", "session.*", "a.b.c", "%"]) {
      expect([action, await targets({ action })]).toEqual([action, "/query/action"]);
    }
  });

  it("match the actor by id or by the start of a name, ignoring case", async () => {
    const [one, two, key] = [newId(), newId(), newId()];
    const { targets } = await withLog([
      { actor: { kind: "user", id: one, name: "anna@people.test" }, target: "anna" },
      { actor: { kind: "user", id: two, name: "Anton@people.test" }, target: "anton" },
      { actor: { kind: "api_key", id: key, name: "100%_sure" }, target: "key" },
    ]);
    expect(await targets({ actor: publicId("usr", one) })).toEqual(["anna"]);
    expect(await targets({ actor: publicId("key", key) })).toEqual(["key"]);
    expect(await targets({ actor: publicId("usr", newId()) })).toEqual([]);
    expect(await targets({ actor: "AN" })).toEqual(["anton", "anna"]);
    expect(await targets({ actor: "anto" })).toEqual(["anton"]);
    expect(await targets({ actor: "nna" })).toEqual([]);
    // Wildcards of a pattern match literally here.
    expect(await targets({ actor: "100%_" })).toEqual(["key"]);
    expect(await targets({ actor: "%" })).toEqual([]);
    expect(await targets({ actor: "a\\" })).toEqual([]);
  });

  it("match the start of the target, and a time range", async () => {
    const { targets } = await withLog([
      { target: "example.com" },
      { target: "Example.net" },
      { target: "other.example.com" },
      { target: "éxample.com" },
    ]);
    expect(await targets({ target: "example" })).toEqual(["Example.net", "example.com"]);
    expect(await targets({ target: "É" })).toEqual(["éxample.com"]);
    expect(await targets({ from: at(1).toISOString(), until: at(3).toISOString() })).toEqual([
      "other.example.com",
      "Example.net",
    ]);
    expect(await targets({ target: "example", until: at(1).toISOString() })).toEqual(["example.com"]);
    expect(await targets({ from: "yesterday" })).toBe("/query/from");
    expect(await targets({ until: "2026-01-01" })).toBe("/query/until");
    expect(await targets({ actor: "\0" })).toBe("");
  });

  it("apply across tRPC pages, each with the next cursor", async () => {
    const { own } = await withLog(
      Array.from({ length: 10 }, (_, index) => ({ action: index % 2 ? "a.odd" : "a.even" })),
    );
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const input = JSON.stringify({ action: "a.odd", limit: 2, ...(cursor ? { cursor } : {}) });
      const path = `/trpc/audit.list?input=${encodeURIComponent(input)}`;
      const { json } = await api.call({ path, cookie: own.owner.cookie });
      const { entries, nextCursor } = json.result.data;
      seen.push(...entries.map(({ target }: { target: string }) => target));
      cursor = nextCursor;
    } while (cursor);
    expect(seen).toEqual(["target-9", "target-7", "target-5", "target-3", "target-1"]);
  });
});

describe("the audit log export", () => {
  it("is a CSV file in UTF-8 with the same entries, times in UTC, and no formula that a spreadsheet runs", async () => {
    const { ask } = await withLog([
      {
        target: 'a "quoted", target\nin two lines',
        actor: { kind: "user", id: newId(), name: "ä@people.test" },
      },
      { target: "=HYPERLINK(1)", userAgent: "@SUM(1)", details: { a: "b" }, ipAddress: "203.0.113.7" },
      { target: "-1", userAgent: "+1", requestId: "\t=1" },
      { target: "left.out", action: "other.thing" },
    ]);
    const { status, headers, text, json } = await ask({ action: "thing" }, "/audit-log/export");
    expect([status, json]).toEqual([200, undefined]);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
      "x-content-type-options": "nosniff",
      "x-required-scope": "audit:read",
    });
    const [first, ...rows] = readCsv(text);
    expect(first).toEqual([
      "time",
      ..."action,actor_kind,actor_id,actor_name,target,details,ip_address,user_agent,request_id,id".split(
        ",",
      ),
    ]);
    expect(
      rows.map(([time, , , , name, target, details, ip, agent, requestId]) => ({
        time,
        name,
        target,
        details,
        ip,
        agent,
        requestId,
      })),
    ).toEqual([
      {
        time: at(2).toISOString(),
        name: "sweep",
        target: "'-1",
        details: "{}",
        ip: "",
        agent: "'+1",
        requestId: "'\t=1",
      },
      {
        time: at(1).toISOString(),
        name: "sweep",
        target: "'=HYPERLINK(1)",
        details: '{"a":"b"}',
        ip: "203.0.113.7",
        agent: "'@SUM(1)",
        requestId: "",
      },
      {
        time: at(0).toISOString(),
        name: "ä@people.test",
        target: 'a "quoted", target\nin two lines',
        details: "{}",
        ip: "",
        agent: "",
        requestId: "",
      },
    ]);
  });

  it("contains the whole log in order, and returns a problem for an invalid filter", async () => {
    const { own, ask } = await withLog([]);
    await api.sql`
      insert into audit_entries (id, workspace_id, action, actor, target, details, occurred_at)
      select uuidv7(), ${own.id}, 'thing.changed', '{"kind":"system","id":null,"name":"x"}', 'target-' || n, '{}',
        timestamptz '2026-01-01' + n * interval '1 second'
      from generate_series(1, 4500) n`;
    const { text } = await ask({}, "/audit-log/export");
    const targets = readCsv(text).map((row) => row[5]);
    expect(targets).toEqual([
      "target",
      ...Array.from({ length: 4500 }, (_, index) => `target-${4500 - index}`),
    ]);
    const wrong = await ask({ limit: "5" }, "/audit-log/export");
    expect([wrong.status, wrong.json.errors[0].pointer]).toEqual([422, "/query/limit"]);
    const cookie = own.owner.cookie;
    const raw = await fetch(`${api.address}/audit-log/export?target=nothing`, { headers: { cookie } });
    expect([...new Uint8Array(await raw.arrayBuffer())].slice(0, 7)).toEqual([
      ...[0xef, 0xbb, 0xbf],
      ...Buffer.from("time"),
    ]);
    const none = await ask({ target: "nothing" }, "/audit-log/export");
    expect(readCsv(none.text)).toHaveLength(1);
  });

  it("aborts the response if the database becomes unavailable during the export", async () => {
    const { own, ask } = await withLog([]);
    await api.sql`
      insert into audit_entries (id, workspace_id, action, actor, target, details, occurred_at)
      select uuidv7(), ${own.id}, 'thing.changed', '{"kind":"system","id":null,"name":"x"}', repeat('x', 2000), '{}', now()
      from generate_series(1, 4500)`;
    // The second part fails because of an entry with an invalid actor.
    await api.sql`update audit_entries set actor = 'null' where id = (
      select id from audit_entries where workspace_id = ${own.id} order by occurred_at, id limit 1)`;
    await expect(ask({}, "/audit-log/export")).rejects.toThrow();
    expect((await api.call({ path: "/health/live" })).status).toBe(200);
  });
});

/** RFC 4180: quoted fields contain commas, line breaks and doubled quotes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") {
      continue;
    }
    rows.push(row);
    row = [];
  }
  return rows;
}
