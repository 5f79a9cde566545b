import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf, type Sandbox, startSandbox } from "./sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

/** A request without the SDK, for what the SDK never sends. */
async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.cards.url}${path}`, {
    method: "POST",
    body,
    headers: {
      Authorization: `Bearer ${sandbox.cards.secretKey}`,
      "Content-Type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const countCustomers = async (email: string) =>
  (await sandbox.stripe.customers.list({ email, limit: 100 })).data.length;

describe("an idempotency key", () => {
  it("returns the first answer again, byte for byte, without a second effect", async () => {
    const headers = { "Idempotency-Key": "repeat-1" };
    const first = await post("/v1/customers", "email=repeat@example.com", headers);
    const second = await post("/v1/customers", "email=repeat@example.com", headers);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("original-request")).toBe(first.headers.get("request-id"));
    expect(await countCustomers("repeat@example.com")).toBe(1);
  });

  it("returns a stored failure of the executed request again", async () => {
    const { customer, card } = await sandbox.customerWithCard("4242424242424242");
    const attach = () =>
      post(`/v1/payment_methods/${card}/attach`, `customer=${customer}`, { "Idempotency-Key": "repeat-2" });
    const first = await attach();
    await sandbox.stripe.paymentMethods.detach(card);
    const second = await attach();
    expect([first.status, second.status, second.text]).toEqual([400, 400, first.text]);
  });

  it.each([
    ["other parameters", "/v1/customers", "email=b@example.com"],
    ["another path", "/v1/setup_intents", "email=a@example.com"],
  ])("with %s is an error", async (_what, path, body) => {
    const headers = { "Idempotency-Key": `changed-${path}` };
    await post("/v1/customers", "email=a@example.com", headers);
    const answer = await post(path, path === "/v1/customers" ? body : "", headers);
    expect([answer.status, JSON.parse(answer.text).error.type]).toEqual([400, "idempotency_error"]);
  });

  it("isn't used up by a request that fails validation", async () => {
    const headers = { "Idempotency-Key": "validation" };
    const refused = await post("/v1/customers", "nickname=red", headers);
    expect(JSON.parse(refused.text).error).toMatchObject({ code: "parameter_unknown", param: "nickname" });
    expect((await post("/v1/customers", "name=Ada", headers)).status).toBe(200);
  });

  it("in use by a request in progress is a conflict, and isn't stored", async () => {
    const headers = { "Idempotency-Key": "in-progress" };
    const send = () => post("/v1/customers", "email=once@example.com", headers);
    const { pair, second } = await sandbox.sql.begin(async (tx) => {
      await tx`lock table cards.objects in access exclusive mode`;
      const pair = [send(), send()];
      return { pair, second: await Promise.race(pair) };
    });
    expect((await Promise.all(pair)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(second.headers.get("stripe-should-retry")).toBe("true");
    expect(JSON.parse(second.text).error.code).toBe("idempotency_key_in_use");
    const third = await send();
    expect([third.status, third.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  });

  it("is forgotten after 24 hours of the wall clock", async () => {
    const headers = { "Idempotency-Key": "forgotten" };
    await post("/v1/customers", "email=again@example.com", headers);
    await sandbox.advance(30 * 86_400);
    await post("/v1/customers", "email=again@example.com", headers);
    expect(await countCustomers("again@example.com")).toBe(1);
    await sandbox.sql`
      update cards.idempotency_keys set created_at = created_at - interval '24 hours' where key = 'forgotten'`;
    await post("/v1/customers", "email=again@example.com", headers);
    expect(await countCustomers("again@example.com")).toBe(2);
  });

  it("may have 255 characters", async () => {
    const answer = (length: number) =>
      post("/v1/customers", "", { "Idempotency-Key": "k".repeat(length) }).then(({ status }) => status);
    expect([await answer(255), await answer(256)]).toEqual([200, 400]);
  });
});

describe("a request", () => {
  it.each([
    ["without a key", ""],
    ["with a wrong key", "Bearer sk_test_wrong"],
  ])("%s gets 401", async (_what, authorization) => {
    const { status, text } = await post("/v1/customers", "", { Authorization: authorization });
    expect([status, JSON.parse(text).error.type]).toEqual([401, "invalid_request_error"]);
    expect(text).not.toContain(sandbox.cards.secretKey);
  });

  it("for another version of the API is refused", async () => {
    expect((await post("/v1/customers", "", { "Stripe-Version": "2020-08-27" })).status).toBe(400);
  });

  it.each([
    ["/v1/checkout/sessions", "mode=setup", "parameter_missing", "success_url"],
    ["/v1/customers", "metadata[a][b]=1", undefined, "metadata"],
    ["/v1/customers", "expand=metadata", undefined, "expand"],
    ["/v1/setup_intents", "customer=cus_unknown", "resource_missing", "customer"],
    ["/v1/setup_intents", "usage=sometimes", undefined, "usage"],
  ])("to %s with %s names the parameter", async (path, body, code, param) => {
    const { text } = await post(path, body);
    expect(JSON.parse(text).error).toMatchObject({
      type: "invalid_request_error",
      param,
      ...(code && { code }),
    });
  });

  it("can't expand a field that is no object", async () => {
    const call = sandbox.stripe.customers.create({ email: "ada@example.com", expand: ["email"] });
    expect(await errorOf(call)).toMatchObject({ statusCode: 400, param: "expand" });
  });

  it("for an unknown object or path gets 404", async () => {
    expect(await errorOf(sandbox.stripe.customers.retrieve("cus_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such customer: 'cus_none'",
    });
    expect(await errorOf(sandbox.stripe.products.list())).toMatchObject({ statusCode: 404 });
  });

  it.each([{ kind: "unknown" }, { kind: "slow", times: 0 }, {}])(
    "for trouble with %o is refused",
    async (body) => {
      expect((await sandbox.control("/trouble", body)).status).toBe(422);
    },
  );

  it("is one of the SDK's error classes", async () => {
    await expect(sandbox.stripe.customers.retrieve("cus_none")).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
  });
});
