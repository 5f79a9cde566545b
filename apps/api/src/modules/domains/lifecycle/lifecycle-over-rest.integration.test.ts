import { registryBalances } from "@zonepost/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dana } from "../../../../test/support/domains/add-contact.ts";
import { newName } from "../../../../test/support/domains/domain-fixture.ts";
import { comYearCents } from "../../../../test/support/domains/lifecycle.ts";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { newId } from "../../../kernel/ids.ts";

let api: Api;
let workspace: Workspace;
beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.call({ method: "POST", path, body, headers, cookie: workspace.owner.cookie });
const newContact = async (): Promise<string> => (await post("/contacts", dana)).json.id;

describe("over REST and tRPC", () => {
  it("returns 200 for a dry run and 201 for an operation, replays it for its key, and maps problems to statuses", async () => {
    const { cookie } = workspace.owner;
    const name = newName();
    const body = { name, contacts: { registrantId: await newContact() }, expectedPriceCents: comYearCents };

    const tried = await post("/domains", { ...body, dryRun: true });
    expect([tried.status, tried.json.wouldSucceed]).toEqual([200, true]);
    const key = { "idempotency-key": "register-once" };
    const done = await post("/domains", body, key);
    expect([done.status, done.json.state]).toEqual([201, "succeeded"]);
    const again = await post("/domains", body, key);
    expect([again.status, again.json, again.headers["idempotency-replayed"]]).toEqual([
      201,
      done.json,
      "true",
    ]);
    expect((await post("/domains", body)).json).toMatchObject({ status: 409, code: "already_yours" });

    const read = await api.call({ path: `/domains/${name}`, cookie });
    expect(read.json).toMatchObject({ name, status: "active", explanation: { code: "active_auto_renew" } });
    const { expiresAt } = read.json;
    const renew = (sent: object) => post(`/domains/${name}/renew`, { currentExpiresAt: expiresAt, ...sent });
    expect((await renew({ years: 11 })).json).toMatchObject({ status: 422, errors: [{ pointer: "/years" }] });
    expect((await renew({ years: 10 })).json).toMatchObject({ status: 422, errors: [{ pointer: "/years" }] });
    expect((await renew({ expectedPriceCents: 1 })).json).toMatchObject({
      status: 409,
      code: "price_changed",
    });
    const balance = async () => (await api.wired.db.select().from(registryBalances))[0]?.balanceCents ?? 0;
    const balanceBefore = await balance();
    expect((await renew({})).status).toBe(201);
    expect(balanceBefore - (await balance())).toBe(comYearCents);
    expect((await renew({})).json).toMatchObject({ status: 409, code: "expiry_changed" });
    expect((await post(`/domains/${newName()}/restore`, {})).status).toBe(404);
    expect((await api.call({ method: "POST", path: "/domains", body })).status).toBe(401);
    const listed = await api.call({ path: `/domain-operations?name=${name}&state=failed`, cookie });
    expect([listed.status, listed.json]).toEqual([200, []]);
    const details = await api.call({
      path: `/trpc/domains.get?input=${encodeURIComponent(JSON.stringify({ name }))}`,
      cookie,
    });
    expect(details.json.result.data).toMatchObject({ name, mail: null, operation: null });
  });
});

it("returns the unconfirmed price as data, over REST and tRPC", async () => {
  const contacts = { registrantId: await newContact() };
  const dear = { name: `premium-${newId()}.com`, contacts };
  const price = { priceCents: expect.any(Number), currency: "EUR" };
  const asked = await post("/domains", dear);
  expect(asked.status).toBe(422);
  expect(asked.json).toMatchObject({ code: "invalid_input", ...price });
  expect(asked.json.errors).toEqual([
    {
      pointer: "/expectedPriceCents",
      message: `Confirm the price of this premium name: it costs ${(asked.json.priceCents / 100).toFixed(2)} EUR.`,
    },
  ]);
  const changed = await post("/domains", { ...dear, expectedPriceCents: 1 });
  expect(changed.status).toBe(409);
  expect(changed.json).toMatchObject({ code: "price_changed", priceCents: asked.json.priceCents });

  const { json } = await post("/trpc/orders.registerDomain", { ...dear, expectedPriceCents: 1 });
  expect(json.error.data.problem).toMatchObject({
    code: "price_changed",
    priceCents: asked.json.priceCents,
    currency: "EUR",
  });
});
