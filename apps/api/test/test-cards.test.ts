import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { testCardNumbers as numbersOfProcessor } from "@zonepost/cards";
import { installation } from "@zonepost/db";
import { testCardNumbers } from "@zonepost/schema/sandbox";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../src/kernel/log.ts";
import { seedCards } from "../src/sandbox/seed-cards.ts";
import { type Api, type Person, startApi } from "./support/start-api.ts";

let api: Api;
let log: PassThrough;
let written: Promise<string>;
beforeAll(async () => {
  log = new PassThrough();
  written = readText(log);
  api = await startApi({ withCards: true, log: createLogger("test", "trace", log) });
  // One could be logged after the end of the log.
  await api.holdNotices();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const save = (person: Person | undefined, body: object) =>
  api.call({ method: "POST", path: "/sandbox/payment-methods", cookie: person?.cookie, body });
const list = async ({ cookie }: Person) => (await api.call({ path: "/payment-methods", cookie })).json;
const trouble = (body: object) => api.call({ method: "POST", path: "/sandbox/cards/trouble", body });

describe("saving a test card", () => {
  it("accepts the numbers that the card processor knows", () => {
    expect([...testCardNumbers].sort()).toEqual([...numbersOfProcessor].sort());
  });

  it("returns the card, which is the default if it is the first or on request", async () => {
    const { owner } = await api.createWorkspace();
    const first = await save(owner, { number: "4242 4242 4242 4242" });
    const expiry = { expiryMonth: expect.any(Number), expiryYear: expect.any(Number) };
    const id = expect.stringMatching(/^pmt_/);
    expect([first.status, first.json]).toEqual([
      201,
      {
        id,
        brand: "visa",
        last4: "4242",
        ...expiry,
        isDefault: true,
        createdAt: expect.any(String),
        lastFailure: null,
      },
    ]);
    expect((await save(owner, { number: "5555-5555-5555-4444" })).json.isDefault).toBe(false);
    const last = await save(owner, { number: "378282246310005", default: true });
    expect(last.json).toMatchObject({ brand: "amex", last4: "0005", isDefault: true });
    const cards = await list(owner);
    expect(cards.map(({ last4 }: { last4: string }) => last4)).toEqual(["0005", "4444", "4242"]);
  });

  it("reports a card that can't be saved with 402, and saves one that only fails when it is charged", async () => {
    const { owner } = await api.createWorkspace();
    const declined = await save(owner, { number: "4000000000000002" });
    expect([declined.status, declined.json.code]).toEqual([402, "card_declined"]);
    expect(declined.json.detail).toMatch(/declined/);
    expect((await save(owner, { number: "4000000000000341" })).status).toBe(201);
  });

  it("refuses every other number, and other fields", async () => {
    const { owner } = await api.createWorkspace();
    for (const number of ["4111111111111111", "4242", "", "4242424242424242x", 4242424242424242, null]) {
      const answer = await save(owner, { number });
      expect([number, answer.status, answer.json.errors?.[0].pointer]).toEqual([number, 422, "/number"]);
      expect(answer.text).not.toContain("4111111111111111");
    }
    expect((await save(owner, { number: "4242424242424242", cvc: "123" })).status).toBe(422);
    expect(await list(owner)).toEqual([]);
  });

  it("requires a session with the right", async () => {
    const workspace = await api.createWorkspace();
    const body = { number: "4242424242424242" };
    expect((await save(undefined, body)).status).toBe(401);
    expect((await save(await api.createPersonWithoutWorkspace(), body)).status).toBe(403);
    for (const [role, status] of [
      ["member", 403],
      ["read_only", 403],
      ["billing", 201],
      ["admin", 201],
    ] as const) {
      expect([role, (await save(await workspace.join(role), body)).status]).toEqual([role, status]);
    }
  });

  it("is a conflict while payments are off", async () => {
    const { owner } = await api.createWorkspace();
    const off = await api.startAnother({ env: { PAYMENTS: "off" } });
    for (const [path, body] of [
      ["/sandbox/payment-methods", { number: "4242424242424242" }],
      ["/sandbox/cards/trouble", { kind: "notices_lost" }],
    ] as const) {
      const answer = await off.call({ method: "POST", path, cookie: owner.cookie, body });
      expect([path, answer.status, answer.json.code]).toEqual([path, 409, "payments_off"]);
    }
  });
});

describe("failures on demand", () => {
  it("reach the card processor", async () => {
    const answer = await trouble({ kind: "error_after_charge", times: 3 });
    expect([answer.status, answer.json]).toEqual([201, { kind: "error_after_charge", times: 3 }]);
    expect((await trouble({ kind: "notices_lost" })).json).toEqual({ kind: "notices_lost", times: 1 });
    const ordered = await api.sql`select kind, times from cards.trouble order by id`;
    expect(ordered.map(({ kind, times }) => [kind, times])).toEqual([
      ["error_after_charge", 3],
      ["notices_lost", 1],
    ]);
    await api.sql`delete from cards.trouble`;
    for (const body of [{ kind: "fire" }, { kind: "notices_lost", times: 0 }, {}]) {
      expect([body, (await trouble(body)).status]).toEqual([body, 422]);
    }
  });
});

describe("seeded cards", () => {
  const seed = (more: object = {}) =>
    seedCards({
      ...api.wired.ports,
      db: api.db,
      clock: api.wired.clock,
      log: api.wired.log,
      actor: { kind: "system", job: "seed" },
      requestId: null,
      ipAddress: null,
      ...more,
    });

  it("are added once to each seeded workspace without a card, also by a later version", async () => {
    const [demo, other] = [await api.createWorkspace(), await api.createWorkspace()];
    await api.sql`update workspaces set slug = 'demo' where id = ${demo.id}`;
    await api.sql`update workspaces set slug = 'other' where id = ${other.id}`;
    await save(other.owner, { number: "5555555555554444" });

    await seed({ testCards: null });
    expect(await api.db.select().from(installation).where(eq(installation.key, "sandbox_cards"))).toEqual([]);

    await seed();
    await seed();
    expect(await list(demo.owner)).toMatchObject([{ brand: "visa", last4: "4242", isDefault: true }]);
    expect(await list(other.owner)).toMatchObject([{ last4: "4444", isDefault: true }]);

    // Someone who has removed the demo card doesn't get another one.
    await api.sql`update payment_methods set removed_at = now() where workspace_id = ${demo.id}`;
    await seed();
    expect(await list(demo.owner)).toEqual([]);
  });
});

// Last: it reads all that the tests above have written.
it("no card number is in the log or in the database, and no secret is in the log", async () => {
  await api.call({ method: "POST", path: "/sandbox/payment-methods", body: `{"number":"4242424242424242"` });
  const tables = await api.sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const rows = await Promise.all(tables.map(({ name }) => api.sql.unsafe(`select t::text from ${name} t`)));
  const stored = JSON.stringify(rows);
  expect(stored).toContain("4242");
  log.end();
  const logged = await written;
  expect(logged).toContain("/sandbox/payment-methods");
  const numbers = testCardNumbers.flatMap((number) => [number, number.replace(/(\d{4})(?=\d)/g, "$1 ")]);
  for (const number of [...numbers, "4111111111111111"]) {
    expect([number, stored.includes(number), logged.includes(number)]).toEqual([number, false, false]);
  }
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, CARDS_CONTROL_SECRET } = api.env;
  for (const secret of [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, CARDS_CONTROL_SECRET]) {
    expect(logged).not.toContain(secret ?? "unset");
  }
});
