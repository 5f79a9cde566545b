import { rightsOfRole, type WorkspaceRole } from "@zonepost/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import type { Answer } from "../../../../test/support/answer.ts";
import {
  type Customer,
  comYear,
  newName,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { newId, publicId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let of: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  of = await started.newPayer();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

/** Placed by the owner, and waiting for its money. */
const unpaidOrder = async (): Promise<string> =>
  (await of.order([of.registration(newName())], { hosted: true })).json.id;

type Credentials = { cookie?: string; headers?: Record<string, string> };
const pay = (id: string, credentials: Credentials, body?: object): Promise<Answer> =>
  started.api.call({ method: "POST", path: `/orders/${id}/pay`, body, ...credentials });

/** Once it is refused, nothing has happened to it. */
const stateOf = async (id: string) => (await of.readOrder(id)).state;

describe("an order that exists", () => {
  it.each(Object.keys(rightsOfRole) as WorkspaceRole[])(
    "is paid by %s, with one of two rights",
    async (role) => {
      const id = await unpaidOrder();
      const person = role === "owner" ? of.workspace.owner : await of.workspace.join(role);
      const rights = rightsOfRole[role];
      const mayPay = rights.has("payments:write") || rights.has("domains:buy");
      const answer = await pay(id, person);
      expect([answer.status, await stateOf(id)]).toEqual(
        mayPay ? [200, "completed"] : [403, "awaiting_payment"],
      );
      if (mayPay) {
        expect(answer.json).toMatchObject({ id, state: "completed" });
      }
    },
  );

  it.each([
    [["payments:write"], 200],
    [["domains:buy"], 200],
    [["domains:renew"], 200],
    [["payments:read", "domains:read", "domains:write", "mail:write"], 403],
  ])("is paid by a key with %o: %i", async (scopes, status) => {
    const id = await unpaidOrder();
    const { headers } = await newApiKey(started.api, of.workspace, { scopes });
    const answer = await pay(id, { headers });
    const state = status === 200 ? "completed" : "awaiting_payment";
    expect([answer.status, await stateOf(id)]).toEqual([status, state]);
    const scopesNamed = "payments:write or domains:buy or domains:renew";
    expect(answer.headers["x-required-scope"]).toBe(scopesNamed);
    if (status === 403) {
      expect(answer.json.detail).toContain(scopesNamed);
    }
  });

  it("isn't paid by people or keys that are limited to some domains, nor without signing in", async () => {
    const id = await unpaidOrder();
    const limited = await of.workspace.join("member", { domainNames: ["some.com"] });
    const scopes = ["domains:read", "domains:buy"];
    const key = await newApiKey(started.api, of.workspace, { scopes });
    await started.api.sql`update api_keys set domain_names = '{some.com}' where id = ${key.rowId}`;
    expect((await pay(id, limited)).status).toBe(404);
    expect((await pay(id, { headers: key.headers })).status).toBe(403);
    expect((await pay(id, {})).status).toBe(401);
    expect(await stateOf(id)).toBe("awaiting_payment");
  });

  it("of another workspace is the same 404 as an unknown one", async () => {
    const other = await started.newPayer();
    const id = await unpaidOrder();
    const foreign = await pay(id, other.workspace.owner);
    const unknown = await pay(publicId("ord", newId()), other.workspace.owner);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.json.detail).toBe(unknown.json.detail);
    expect(await stateOf(id)).toBe("awaiting_payment");
  });

  it("that is paid is answered as it is to those who see it, and is charged once", async () => {
    const id = await unpaidOrder();
    const answers = await Promise.all([1, 2, 3].map(() => pay(id, of.workspace.owner)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stateOf(id)).toBe("completed");
    const { paymentId } = await of.readOrder(id);
    const [charges] = await started.api.sql`
      select count(*)::int as count from cards.objects where kind = 'charge'
        and body -> 'metadata' ->> 'payment' = ${paymentId}`;
    expect(charges).toEqual({ count: 1 });
    const member = await of.workspace.join("member");
    expect((await pay(id, member)).status).toBe(404);
  });

  it("is paid on a page, or refused with the field that is wrong", async () => {
    const id = await unpaidOrder();
    const page = await pay(id, of.workspace.owner, { hosted: true });
    expect([page.status, page.json.state]).toEqual([200, "awaiting_payment"]);
    expect(page.json.paymentUrl).toMatch(/^http/);
    const wrong = await pay(id, of.workspace.owner, { returnUrl: "https://elsewhere.example/" });
    expect([wrong.status, wrong.json.errors?.[0]?.pointer]).toEqual([422, "/returnUrl"]);
    const unknown = await pay(id, of.workspace.owner, { paymentMethod: "pmt_1" });
    expect(unknown.status).toBe(422);
  });

  it("of someone who has no card is 402 with a page, for the billing role too", async () => {
    const poor = await started.newCustomer();
    const placed = await poor.order([poor.registration(newName())]);
    const billing = await poor.workspace.join("billing");
    const answer = await pay(placed.json.orderId, billing);
    expect([answer.status, answer.json]).toMatchObject([
      402,
      { code: "payment_method_required", orderId: placed.json.orderId },
    ]);
  });

  it("counts toward the monthly limit of the key that pays it, not of the one that placed it", async () => {
    const limit = { monthlyLimitCents: totalOf(comYear), scopes: ["domains:buy"] };
    const payer = await newApiKey(started.api, of.workspace, limit);
    expect((await pay(await unpaidOrder(), { headers: payer.headers })).status).toBe(200);
    const second = await unpaidOrder();
    const refused = await pay(second, { headers: payer.headers });
    expect([refused.status, refused.json.code]).toEqual([403, "monthly_limit_exceeded"]);
    expect(await stateOf(second)).toBe("awaiting_payment");
    const placer = await newApiKey(started.api, of.workspace, {
      ...limit,
      scopes: ["domains:buy", "contacts:read"],
    });
    const place = (body: object) =>
      started.api.call({ method: "POST", path: "/orders", headers: placer.headers, body });
    const placed = await place({ lines: [of.registration(newName())], hosted: true });
    const another = await newApiKey(started.api, of.workspace, limit);
    expect((await pay(placed.json.id, { headers: another.headers })).status).toBe(200);
    expect((await place({ lines: [of.registration(newName())] })).status).toBe(201);
  });
});

describe("people and keys that are limited to some domains", () => {
  async function setUp() {
    const payer = await started.newPayer();
    const [own, other] = [await payer.workspace.addDomain(), await payer.workspace.addDomain()];
    const person = await payer.workspace.join("member", { domainNames: [own] });
    const key = await newApiKey(started.api, payer.workspace, { scopes: ["domains:read", "domains:renew"] });
    await started.api.sql`update api_keys set domain_names = ${[own]} where id = ${key.rowId}`;
    const renewalOf = async (name: string) => ({
      kind: "renewal",
      name,
      years: 1,
      currentExpiresAt: await payer.expiryOf(name),
    });
    const call = (as: Credentials, path: string, body: object) =>
      started.api.call({ method: "POST", path, body, ...as });
    return { payer, own, other, person, key, renewalOf, call };
  }

  it("renew theirs, one by one and in an order, and no others", async () => {
    const { payer, own, other, person, key, renewalOf, call } = await setUp();
    for (const as of [{ cookie: person.cookie }, { headers: key.headers }]) {
      const { kind: _, name, ...renewal } = await renewalOf(own);
      const answer = await call(as, `/domains/${name}/renew`, renewal);
      expect([answer.status, answer.json.kind, answer.json.state]).toEqual([201, "renewal", "succeeded"]);
      const placed = await call(as, "/orders", { lines: [await renewalOf(own)] });
      expect([placed.status, placed.json.state]).toEqual([201, "completed"]);
      const strange = await renewalOf(other);
      expect(
        (await call(as, `/domains/${other}/renew`, { ...strange, kind: undefined, name: undefined })).status,
      ).toBe(404);
      const refused = await call(as, "/orders", { lines: [strange] });
      expect([refused.status, refused.json.errors]).toMatchObject([422, [{ pointer: "/lines/0/name" }]]);
    }
    expect((await payer.charges()).map(({ state }) => state)).toEqual(Array(4).fill("succeeded"));
  });

  it("restore theirs", async () => {
    const { payer, own, person, call } = await setUp();
    await payer.post(`/domains/${own}/delete`, { confirmName: own });
    const answer = await call({ cookie: person.cookie }, `/domains/${own}/restore`, {});
    expect([answer.status, answer.json.kind, answer.json.state]).toEqual([201, "restore", "succeeded"]);
  });

  it("register nothing, transfer nothing in and order no mail, also next to a renewal", async () => {
    const { payer, own, person, key, renewalOf, call } = await setUp();
    const renewal = await renewalOf(own);
    const { kind: _, ...registration } = payer.registration(newName());
    const { contacts } = payer;
    for (const as of [{ cookie: person.cookie }, { headers: key.headers }]) {
      for (const [path, body] of [
        ["/domains", registration],
        ["/domains/transfers", { name: newName(), authCode: "code-of-the-other", contacts }],
        ["/orders", { lines: [renewal, payer.registration(newName())] }],
        ["/orders", { lines: [renewal, { kind: "mail_plan", domainName: own, planSlug: "starter" }] }],
      ] as const) {
        const answer = await call(as, path, body);
        expect([path, answer.status, answer.json.code]).toEqual([path, 403, "forbidden"]);
      }
    }
    expect(await payer.charges()).toEqual([]);
  });

  it("pay their own order again, and don't end or see one that is about other domains too", async () => {
    const { payer, own, other, person, renewalOf, call } = await setUp();
    const as = { cookie: person.cookie };
    const both = await payer.order([await renewalOf(own), await renewalOf(other)], { hosted: true });
    const refused = await call(as, "/orders", { lines: [await renewalOf(own)] });
    expect([refused.status, refused.json.code]).toEqual([409, "already_ordered"]);
    expect((await pay(both.json.id, as)).status).toBe(404);
    // What is ordered for another domain isn't told.
    const unseen = await call(as, "/orders", { lines: [await renewalOf(other)] });
    expect(unseen.status).toBe(422);

    // Another of theirs, which no one has ordered.
    const free = await payer.workspace.addDomain();
    await started.api.sql`update members set domain_names = ${[own, free]} where user_id = ${person.id}`;
    const open = await call(as, "/orders", { lines: [await renewalOf(free)], hosted: true });
    expect([open.status, open.json.state]).toEqual([201, "awaiting_payment"]);
    const paid = await pay(open.json.id, as);
    expect([paid.status, paid.json.state]).toEqual([200, "completed"]);
  });

  it("no longer pay for a domain that they have lost", async () => {
    const { own, other, person, renewalOf, call } = await setUp();
    const as = { cookie: person.cookie };
    const open = await call(as, "/orders", { lines: [await renewalOf(own)], hosted: true });
    await started.api.sql`update members set domain_names = ${[other]} where user_id = ${person.id}`;
    expect((await pay(open.json.id, as)).status).toBe(404);
  });
});

it("lists mail that waits for its payment, to those who see the order, until it is paid", async () => {
  const name = newName();
  await of.order([of.registration(name)]);
  const plan = { kind: "mail_plan", domainName: name, planSlug: "pro" };
  const { id, totalCents } = (await of.order([plan], { hosted: true })).json;
  const listedTo = async ({ cookie }: Credentials) =>
    (await started.api.call({ path: "/trpc/orders.unpaidMail", cookie })).json.result.data;
  const { owner } = of.workspace;
  expect(await listedTo(owner)).toEqual([
    { orderId: id, domainName: name, planSlug: "pro", totalCents, currency: "EUR" },
  ]);
  expect(await listedTo(await of.workspace.join("member"))).toEqual([]);
  await pay(id, owner);
  expect(await listedTo(owner)).toEqual([]);
  // A plan that is changed isn't hidden: its mail is in the list of mail domains.
  await of.order([{ ...plan, planSlug: "business" }], { hosted: true });
  expect(await listedTo(owner)).toEqual([]);
});
