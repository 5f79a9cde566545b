import { idempotencyKeys } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf, makeStale } from "./support/accounts/second-factor.ts";
import {
  type Api,
  newDsRecord,
  type Person,
  password,
  startApi,
  type Workspace,
} from "./support/start-api.ts";
import { until } from "./support/until.ts";

let api: Api;
let workspace: Workspace;
let owner: Person;

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  owner = workspace.owner;
});
afterAll(() => api?.[Symbol.asyncDispose]());

let keysMade = 0;
const newKey = () => `key-${++keysMade}`;
const endpoints = "/webhooks/outbound";
const endpointBody = { url: "https://hooks.example.com/in", events: ["*"] };

const post = (key: string, body: unknown = endpointBody, more: { path?: string; cookie?: string } = {}) =>
  api.call({
    method: "POST",
    path: more.path ?? endpoints,
    cookie: more.cookie ?? owner.cookie,
    body,
    headers: { "idempotency-key": key },
  });
const countEndpoints = async () =>
  (await api.call({ path: endpoints, cookie: owner.cookie })).json.length as number;

describe("a repeated Idempotency-Key", () => {
  it("replays the first response byte for byte, without the secret, and does nothing", async () => {
    const key = newKey();
    const before = await countEndpoints();
    const first = await post(key);
    expect(first.status).toBe(201);
    expect(first.json.secret).toMatch(/^whsec_/);
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    const { secret, ...kept } = first.json;
    const [second, third] = [await post(key), await post(key)];
    for (const repeat of [second, third]) {
      expect(repeat.status).toBe(201);
      expect(repeat.headers["idempotency-replayed"]).toBe("true");
      expect(repeat.headers["content-type"]).toBe("application/json");
      expect(repeat.text).toBe(JSON.stringify(kept));
    }
    expect(await countEndpoints()).toBe(before + 1);
  });

  it("never replays a mailbox's password or app password, which aren't stored anywhere", async () => {
    const domainName = await workspace.addDomain();
    await post(newKey(), { domainName, planSlug: "starter" }, { path: "/me/mail/activate" });
    const postTwice = async (path: string, body: object, status: number) => {
      const key = newKey();
      const first = await post(key, body, { path });
      expect(first.json.passwordOnce).toBeTruthy();
      const repeat = await post(key, body, { path });
      const { passwordOnce, ...kept } = first.json;
      expect([repeat.status, repeat.json]).toEqual([status, kept]);
      const [row] = await api.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
      expect(JSON.stringify(row)).not.toContain(passwordOnce);
      return first.json;
    };
    const accounts = `/me/mail/${domainName}/accounts`;
    const { id } = await postTwice(accounts, { localPart: "info", displayName: "Info" }, 201);
    await postTwice(`${accounts}/${id}/password`, {}, 200);
    await postTwice(`${accounts}/${id}/app-passwords`, { label: "Phone" }, 201);
  });

  it("returns 422 with another body or query, and keeps the first response", async () => {
    const key = newKey();
    const first = await post(key);
    for (const repeat of [
      await post(key, { ...endpointBody, description: "another" }),
      await post(key, endpointBody, { path: `${endpoints}?x=1` }),
    ]) {
      expect([repeat.status, repeat.json.code]).toEqual([422, "idempotency_key_reused"]);
    }
    expect((await post(key)).json.id).toBe(first.json.id);
  });

  it("is separate for another person, path or workspace", async () => {
    const key = newKey();
    const admin = await workspace.join("admin");
    const other = await api.createWorkspace();
    const answers = [
      await post(key),
      await post(key, endpointBody, { cookie: admin.cookie }),
      await post(key, endpointBody, { cookie: other.owner.cookie }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.headers["idempotency-replayed"]).toBeUndefined();
    }
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(3);
    const id = answers[0]?.json.id;
    const elsewhere = await post(key, {}, { path: `${endpoints}/${id}/reactivate` });
    expect([elsewhere.status, elsewhere.headers["idempotency-replayed"]]).toEqual([200, undefined]);
  });

  it("replays a final refusal too, even if its cause is gone", async () => {
    const key = newKey();
    const body = { domainName: "not-there-yet.com", planSlug: "starter" };
    const first = await post(key, body, { path: "/me/mail/activate" });
    expect(first.status).toBe(404);
    await workspace.addDomain({ name: body.domainName });
    const repeat = await post(key, body, { path: "/me/mail/activate" });
    expect(repeat.text).toBe(first.text);
    expect(repeat.headers["idempotency-replayed"]).toBe("true");
    expect(repeat.headers["content-type"]).toBe("application/problem+json");
  });

  it("keeps an actor's latest 1,000 refusals, and judges older requests again", async () => {
    const person = await workspace.join("admin");
    const path = "/me/mail/activate";
    const activate = (key: string, domainName = "not-ours.com") =>
      post(key, { domainName, planSlug: "starter" }, { path, cookie: person.cookie });
    const [old, recent, successful] = [newKey(), newKey(), newKey()];
    const own = await workspace.addDomain();
    expect((await activate(successful, own)).status).toBe(201);
    await activate(old);
    await activate(recent);
    // 999 further ones of the same actor, newer than `old` and older than `recent`.
    await api.sql`update idempotency_keys set created_at = now() - interval '2 hours' where key in (${old}, ${successful})`;
    await api.sql`
      insert into idempotency_keys (workspace_id, actor_id, method, path, key, request_hash, claim_id, lease_until, status, body, created_at)
      select workspace_id, actor_id, method, path, 'more-' || at, request_hash, gen_random_uuid(), lease_until, 404, '{}',
        now() - interval '1 hour'
      from idempotency_keys, generate_series(1, 999) at where key = ${recent}`;
    expect((await activate(newKey())).status).toBe(404);
    const replayed = async (key: string, name?: string) =>
      (await activate(key, name)).headers["idempotency-replayed"];
    expect(await replayed(recent)).toBe("true");
    expect(await replayed(successful, own)).toBe("true");
    expect(await replayed(old)).toBeUndefined();
    const [kept] = await api.sql`
      select count(*)::int as count from idempotency_keys where actor_id = ${`user:${person.id}`} and status >= 400`;
    expect(kept?.count).toBe(1_000);
  });

  it("doesn't keep a very long refusal: the request is judged again", async () => {
    const key = newKey();
    const wrong = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`unknown-${"field".repeat(20)}-${index}`, 1]),
    );
    expect((await post(key, wrong)).status).toBe(422);
    const repeat = await post(key, wrong);
    expect([repeat.status, repeat.headers["idempotency-replayed"]]).toEqual([422, undefined]);
  });

  it("is rejected if empty, too long or not visible ASCII", async () => {
    for (const key of [" ", "a".repeat(256), "with space", "tab\tbed"]) {
      expect([key, (await post(key)).status]).toEqual([key, 422]);
    }
    expect((await post("a".repeat(255))).status).toBe(201);
  });

  it("reveals nothing to a caller who has lost the right", async () => {
    const key = newKey();
    const admin = await workspace.join("admin");
    const first = await post(key, endpointBody, { cookie: admin.cookie });
    expect(first.status).toBe(201);
    await api.sql`update members set role = 'read_only' where user_id = ${admin.id}`;
    const repeat = await post(key, endpointBody, { cookie: admin.cookie });
    expect([repeat.status, repeat.json.code]).toEqual([403, "forbidden"]);
  });
});

describe("simultaneous requests with one key", () => {
  it("get a conflict while the first one runs, and its response afterwards", async () => {
    const key = newKey();
    const held = await api.sql.reserve();
    await held`begin`;
    await held`select id from workspaces where id = ${workspace.id} for update`;
    const first = post(key);
    await until("the first is at work", async () => {
      const rows = await api.sql`select 1 from idempotency_keys where key = ${key} and status is null`;
      return rows.length === 1;
    });
    const twin = await post(key);
    expect([twin.status, twin.json.code]).toEqual([409, "idempotency_key_in_flight"]);
    const other = await post(key, { ...endpointBody, description: "another" });
    expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
    await held`commit`;
    held.release();
    const answer = await first;
    expect(answer.status).toBe(201);
    expect((await post(key)).json.id).toBe(answer.json.id);
  });

  it("make one change, however many arrive at once", async () => {
    const key = newKey();
    const before = await countEndpoints();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && headers["idempotency-replayed"] === undefined,
    );
    expect(fresh).toHaveLength(1);
    for (const { status, json } of answers) {
      expect(status === 409 ? json.code : json.id).toBe(
        status === 409 ? "idempotency_key_in_flight" : fresh[0]?.json.id,
      );
    }
    expect(await countEndpoints()).toBe(before + 1);
  });

  it("run again once the lease of a first one that died has ended, and not before", async () => {
    const key = newKey();
    const first = await post(key);
    // The state after a process was killed: claimed, without a response.
    await api.sql`update idempotency_keys set status = null, body = null where key = ${key}`;
    expect((await post(key)).status).toBe(409);
    await api.sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = ${key}`;
    const again = await post(key);
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, undefined]);
    expect(again.json.id).not.toBe(first.json.id);
    expect((await post(key)).json.id).toBe(again.json.id);
  });

  it("are forgotten after 24 hours, not after 23", async () => {
    const key = newKey();
    const first = await post(key);
    await api.sql`update idempotency_keys set created_at = now() - interval '23 hours' where key = ${key}`;
    expect((await post(key)).json.id).toBe(first.json.id);
    await api.sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${key}`;
    const later = await post(key, { ...endpointBody, description: "another" });
    expect(later.status).toBe(201);
    expect(later.json.id).not.toBe(first.json.id);
  });
});

describe("temporary responses", () => {
  it("are not stored if the registry was unavailable: the key runs again", async () => {
    const key = newKey();
    const name = await workspace.addDomain();
    const ds = newDsRecord();
    const path = `/domains/${name}/dnssec`;
    const away = await api.startAnother({ env: { EPP_PORT: "1" } });
    const headers = { "idempotency-key": key };
    const first = await away.call({ method: "POST", path, cookie: owner.cookie, body: ds, headers });
    expect(first.status).toBe(503);
    const again = await post(key, ds, { path });
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, undefined]);
  });

  it("are not stored after an internal error", async () => {
    const key = newKey();
    await api.sql`alter table webhook_endpoints rename to webhook_endpoints_away`;
    const first = await post(key).finally(
      () => api.sql`alter table webhook_endpoints_away rename to webhook_endpoints`,
    );
    expect([first.status, first.json.code]).toEqual([500, "internal_error"]);
    expect(first.text).not.toMatch(/webhook_endpoints|select|relation/i);
    expect((await post(key)).status).toBe(201);
  });

  it("are not stored if a step-up was required: the key runs after it", async () => {
    const admin = await workspace.join("admin");
    const key = newKey();
    const make = (cookie: string) =>
      post(key, { name: "Key", scopes: ["domains:read"] }, { path: "/api-keys", cookie });
    await makeStale(api, admin);
    const asked = await make(admin.cookie);
    expect([asked.status, asked.json.code]).toEqual([403, "step_up_required"]);
    const proof = { method: "POST", path: "/auth/step-up", cookie: admin.cookie, body: { password } };
    const made = await make(cookieOf(await api.call(proof)));
    expect([made.status, made.headers["idempotency-replayed"]]).toEqual([201, undefined]);
  });

  it("are not stored if the caller was not signed in", async () => {
    const key = newKey();
    expect((await post(key, endpointBody, { cookie: "" })).status).toBe(401);
    const answer = await post(key);
    expect([answer.status, answer.headers["idempotency-replayed"]]).toEqual([201, undefined]);
  });
});

describe("over tRPC", () => {
  const mutate = (procedure: string, key: string, input: unknown = endpointBody) =>
    post(key, input, { path: `/trpc/${procedure}` });

  it("a repeat gets the first result without the secret, and does nothing", async () => {
    const key = newKey();
    const before = await countEndpoints();
    const first = await mutate("webhooks.create", key);
    const { secret, ...kept } = first.json.result.data;
    expect(secret).toMatch(/^whsec_/);
    expect((await mutate("webhooks.create", key)).json.result.data).toEqual(kept);
    expect(await countEndpoints()).toBe(before + 1);
    const other = await mutate("webhooks.create", key, { ...endpointBody, description: "another" });
    expect([other.status, other.json.error.data.problem.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await post(key)).json.id).not.toBe(kept.id);
  });

  it("many at once make one change", async () => {
    const key = newKey();
    const before = await countEndpoints();
    const answers = await Promise.all(Array.from({ length: 10 }, () => mutate("webhooks.create", key)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await countEndpoints()).toBe(before + 1);
  });

  it("a refusal is not stored", async () => {
    const key = newKey();
    const input = { domainName: "not-here-yet.com", planSlug: "starter" };
    expect((await mutate("orders.activateMail", key, input)).status).toBe(404);
    await workspace.addDomain({ name: input.domainName });
    expect((await mutate("orders.activateMail", key, input)).status).toBe(200);
  });

  it("is ignored by calls that are no POST over REST", async () => {
    const key = newKey();
    const { id } = (await post(newKey())).json;
    for (const description of ["one", "two"]) {
      const changed = await mutate("webhooks.update", key, { id, description });
      expect(changed.json.result.data.description).toBe(description);
    }
  });
});
