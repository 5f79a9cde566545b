import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Api,
  enterCard,
  noticeOf,
  type Payments,
  startPayments,
  systemCtx,
  type Workspace,
} from "../../../../test/support/payments/start-payments.ts";
import { until } from "../../../../test/support/until.ts";
import { wallClock } from "../../../kernel/clock.ts";
import { reconcileCard } from "../cards/reconcile-card.ts";
import { paymentRetentionRules } from "../payment-retention-rules.ts";
import type { PaymentProcessor, ProcessorCard } from "../ports.ts";

let payments: Payments;
let api: Api;
let workspace: Workspace;
beforeAll(async () => {
  payments = await startPayments();
  api = payments.api;
});
afterAll(() => api?.[Symbol.asyncDispose]());
beforeEach(async () => {
  payments.sendNotices();
  workspace = await api.createWorkspace();
});

const handled = async (id: string) =>
  (await api.sql`select id from inbound_notices where id = ${id}`).length === 1;
const customerOf = async ({ id }: Workspace): Promise<string> => {
  const [row] = await api.sql`select processor_id from payment_customers where workspace_id = ${id}`;
  return row?.processor_id;
};
const nothing = { object: "payment_method", id: "pm_unknown", customer: null };

describe("a notice", () => {
  it.each([
    ["another secret", { secret: "whsec_of_someone_else" }],
    ["an older signature than five minutes", { ageSeconds: 301 }],
    ["no signature", { headers: { "stripe-signature": "" } }],
    ["a malformed signature", { headers: { "stripe-signature": "v1=abc" } }],
  ])("with %s is refused", async (_, changes) => {
    const card = await payments.saveCard(workspace.owner);
    const object = { ...nothing, id: await payments.processorIdOf(card.id) };
    const answer = await payments.notify("payment_method.detached", object, { id: "evt_forged", ...changes });
    expect([answer.status, answer.json.code]).toEqual([400, "invalid_signature"]);
    expect(await handled("evt_forged")).toBe(false);
  });

  it("whose body was changed is refused", async () => {
    const call = noticeOf("payment_method.detached", nothing);
    const answer = await api.call({ ...call, body: call.body.replace("pm_unknown", "pm_another") });
    expect(answer.status).toBe(400);
  });

  it("is accepted for five minutes, from any origin, without a session, and with fields we don't know", async () => {
    const headers = { origin: "https://elsewhere.example", "content-type": "text/plain" };
    const answer = await payments.notify("payment_method.detached", nothing, { ageSeconds: 200, headers });
    expect([answer.status, answer.json]).toEqual([200, { received: true }]);
  });

  it("of another type, customer or page has no effect", async () => {
    const foreign = { ...nothing, customer: "cus_of_another_program" };
    for (const [type, object] of [
      ["invoice.paid", { id: "in_1" }],
      ["payment_method.updated", foreign],
      ["checkout.session.completed", { id: "cs_of_another_program" }],
      ["customer.deleted", { id: "cus_of_another_program" }],
    ] as const) {
      const id = `evt_${type}`;
      expect([type, (await payments.notify(type, object, { id })).status]).toEqual([type, 200]);
      expect(await handled(id)).toBe(false);
    }
  });

  it("has at most 1 MiB, and is sent by POST", async () => {
    const large = await payments.notify("invoice.paid", { id: "x".repeat(1_048_577) });
    expect(large.status).toBe(413);
    const largest = await payments.notify("invoice.paid", { id: "x".repeat(1_000_000) });
    expect(largest.status).toBe(200);
    expect((await api.call({ path: "/inbound/stripe" })).status).toBe(405);
  });

  it.each(["/inbound/another", "/inbound/Stripe", "/inbound/toString", "/inbound/stripe/more"])(
    "to %s, of no processor, is 404 before its body is read",
    async (path) => {
      const sending = request(`${api.address}${path}`, {
        method: "POST",
        headers: { "content-length": "100" },
      });
      const status = await new Promise((resolve, reject) => {
        sending.on("response", (response) => resolve(response.statusCode)).on("error", reject);
        sending.flushHeaders();
      }).finally(() => sending.destroy());
      expect(status).toBe(404);
    },
  );

  it("is not in the API description", async () => {
    const { json } = await api.call({ path: "/openapi.json" });
    expect(Object.keys(json.paths).filter((path) => path.startsWith("/inbound"))).toEqual([]);
  });

  it("is not limited in number", async () => {
    const limited = await api.startAnother({ env: { RATE_LIMIT_PER_MINUTE: "2" } });
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => limited.call(noticeOf("invoice.paid", { id: "in_1" }))),
    );
    expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });
});

describe("a notice of a saved card", () => {
  it("that arrives several times at once has its effect once", async () => {
    await payments.holdNotices();
    const { json } = await payments.openPage(workspace.owner);
    await enterCard(json.url);
    const [page] = await api.sql`select processor_id from card_pages where workspace_id = ${workspace.id}`;
    const send = (id: string) =>
      payments.notify("checkout.session.completed", { id: page?.processor_id }, { id });
    const answers = await Promise.all([send("evt_same"), send("evt_same"), send("evt_same"), send("evt_2")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await send("evt_same")).status).toBe(200);
    expect(await payments.storedCount(workspace.id)).toBe(1);
    expect((await payments.audited(workspace.id)).map(({ action }) => action)).toEqual([
      "payment_method.page_opened",
      "payment_method.added",
    ]);
  });

  it("that arrives after the notice of its removal doesn't bring it back", async () => {
    await payments.holdNotices();
    const { json } = await payments.openPage(workspace.owner);
    await enterCard(json.url);
    const [page] = await api.sql`select processor_id from card_pages where workspace_id = ${workspace.id}`;
    const customer = await customerOf(workspace);
    const { data } = await payments.atProcessor("GET", `/v1/customers/${customer}/payment_methods`);
    const [{ id }] = data;
    await payments.atProcessor("POST", `/v1/payment_methods/${id}/detach`);
    await payments.notify("payment_method.detached", { ...nothing, id }, { before: { customer } });
    await payments.notify("checkout.session.completed", { id: page?.processor_id });
    expect(await payments.list(workspace.owner)).toEqual([]);
  });

  it("is repeated by the processor until it can be handled", async () => {
    const card = await payments.saveCard(workspace.owner);
    const id = await payments.processorIdOf(card.id);
    await payments.holdNotices();
    await payments.atProcessor("POST", `/v1/payment_methods/${id}/detach`);
    const away = await api.startAnother({ env: { STRIPE_API_BASE: "http://127.0.0.1:1" } });
    const call = noticeOf("payment_method.detached", { ...nothing, id }, { id: "evt_while_away" });
    const answer = await away.call(call);
    expect([answer.status, await handled("evt_while_away")]).toEqual([503, false]);
    expect((await api.call(call)).status).toBe(200);
    expect([await handled("evt_while_away"), await payments.list(workspace.owner)]).toEqual([true, []]);
  });

  it("has no effect if its effect can't be recorded", async () => {
    const card = await payments.saveCard(workspace.owner);
    const id = await payments.processorIdOf(card.id);
    await payments.holdNotices();
    await payments.atProcessor("POST", `/v1/payment_methods/${id}/detach`);
    const call = noticeOf("payment_method.detached", { ...nothing, id }, { id: "evt_unrecorded" });
    await api.sql`alter table audit_entries rename to away`;
    const answer = await api.call(call).finally(() => api.sql`alter table away rename to audit_entries`);
    expect([answer.status, await handled("evt_unrecorded")]).toEqual([500, false]);
    expect(await payments.list(workspace.owner)).toHaveLength(1);
  });
});

describe("a change at the processor", () => {
  it("removes a card that was detached there", async () => {
    const card = await payments.saveCard(workspace.owner);
    await payments.atProcessor("POST", `/v1/payment_methods/${await payments.processorIdOf(card.id)}/detach`);
    await until("the card is gone", async () => (await payments.list(workspace.owner)).length === 0);
    expect((await payments.audited(workspace.id)).at(-1)).toMatchObject({
      action: "payment_method.removed",
      actor: "payment processor",
    });
    // The address that the notice came from isn't the person's.
    const origins = await api.sql`
      select action, ip_address, user_agent from audit_entries
      where workspace_id = ${workspace.id} and action like 'payment_method.%' order by id`;
    expect(origins).toMatchObject([
      { action: "payment_method.added", ip_address: "127.0.0.1" },
      { action: "payment_method.removed", ip_address: null, user_agent: null },
    ]);
  });

  it("updates a card that got another expiry", async () => {
    const card = await payments.saveCard(workspace.owner);
    const id = await payments.processorIdOf(card.id);
    await payments.atProcessor("POST", `/v1/payment_methods/${id}`, {
      "card[exp_month]": "3",
      "card[exp_year]": "2044",
    });
    await until(
      "the card is updated",
      async () => (await payments.list(workspace.owner))[0]?.expiryYear === 2044,
    );
    // An older notice, days later: only the present state counts.
    const old = { id, customer: await customerOf(workspace), card: { exp_month: 1, exp_year: 2027 } };
    expect((await payments.notify("payment_method.updated", old)).status).toBe(200);
    expect(await payments.list(workspace.owner)).toEqual([{ ...card, expiryMonth: 3, expiryYear: 2044 }]);
  });

  it("removes all cards of a deleted customer, and the next card gets a new one", async () => {
    await payments.saveCard(workspace.owner);
    await payments.saveCard(workspace.owner, "5555555555554444");
    const customer = await customerOf(workspace);
    await payments.atProcessor("DELETE", `/v1/customers/${customer}`);
    await until("the cards are gone", async () => (await payments.list(workspace.owner)).length === 0);
    expect((await payments.openPage(workspace.owner)).status).toBe(201);
    expect(await customerOf(workspace)).not.toBe(customer);
  });

  it("is noticed when a page is opened for a customer that was deleted", async () => {
    await payments.saveCard(workspace.owner);
    const customer = await customerOf(workspace);
    await payments.holdNotices();
    await payments.atProcessor("DELETE", `/v1/customers/${customer}`);
    expect((await payments.openPage(workspace.owner)).status).toBe(201);
    expect(await customerOf(workspace)).not.toBe(customer);
    expect(await payments.list(workspace.owner)).toEqual([]);
  });
});

describe("reading a card from the processor", () => {
  /** A processor whose first answer is late: `answers` are its reads in the order in which they were requested. */
  function slowProcessor(answers: readonly ProcessorCard[]) {
    const firstAnswer = Promise.withResolvers<void>();
    let reads = 0;
    const readCard: PaymentProcessor["readCard"] = async () => {
      reads += 1;
      const answer = answers[Math.min(reads, answers.length) - 1] ?? null;
      if (reads === 1) {
        await firstAnswer.promise;
      }
      return answer;
    };
    const ctx = systemCtx(api, { readCard });
    return { ctx, answerFirst: firstAnswer.resolve, readCount: () => reads };
  }

  it("starts again if the card changed here meanwhile, so that an older state never wins", async () => {
    const card = await payments.saveCard(workspace.owner);
    const cardId = await payments.processorIdOf(card.id);
    const face = { id: cardId, customerId: await customerOf(workspace), brand: "visa", last4: "4242" };
    const expiring = (expiryYear: number) => ({ ...face, expiryMonth: 1, expiryYear });
    const { ctx, answerFirst, readCount } = slowProcessor([expiring(2041), expiring(2042)]);
    const target = { workspaceId: workspace.id, processor: "stripe", cardId };
    const slow = reconcileCard(ctx, target);
    await until("the first read has begun", () => readCount() === 1);
    await reconcileCard(ctx, target);
    answerFirst();
    await slow;
    expect([readCount(), (await payments.list(workspace.owner))[0]?.expiryYear]).toEqual([3, 2042]);
  });

  it("doesn't add a card that was detached meanwhile, before it was stored", async () => {
    await payments.saveCard(workspace.owner);
    const face = { id: `pm_${workspace.id}`, brand: "amex", last4: "0005", expiryMonth: 1, expiryYear: 2041 };
    const attached = { ...face, customerId: await customerOf(workspace) };
    const { ctx, answerFirst, readCount } = slowProcessor([attached, { ...face, customerId: null }]);
    const target = { workspaceId: workspace.id, processor: "stripe", cardId: face.id };
    const addedBy = { actor: { kind: "system", id: null, name: "test" }, requestId: null } as const;
    const slow = reconcileCard(ctx, { ...target, addedBy });
    await until("the first read has begun", () => readCount() === 1);
    await reconcileCard(ctx, target);
    answerFirst();
    await slow;
    expect((await payments.list(workspace.owner)).map(({ brand }) => brand)).toEqual(["visa"]);
  });
});

describe("after a month", () => {
  it("handled notices, ended pages and removed cards are deleted, and nothing else", async () => {
    const [kept, removed] = [
      await payments.saveCard(workspace.owner),
      await payments.saveCard(workspace.owner, "5555555555554444"),
    ];
    await payments.openPage(workspace.owner);
    const { json } = await payments.openPage(workspace.owner);
    await enterCard(json.url, "4000000000000341");
    await until("the page has ended", async () => (await payments.list(workspace.owner)).length === 3);
    const path = `/payment-methods/${removed.id}`;
    await api.call({ method: "DELETE", path, cookie: workspace.owner.cookie });
    await api.sql`insert into inbound_notices (id, received_at)
      values ('evt_old', now() - interval '31 days'), ('evt_new', now() - interval '29 days')`;

    const monthLater = async () => new Date(Date.now() + 31 * 86_400_000);
    const rules = (now: () => Promise<Date>) => paymentRetentionRules({ now });
    const run = async (now: () => Promise<Date>) => {
      for (const rule of rules(now)) {
        await rule(api.db, 1_000);
      }
      const [counts] = await api.sql`select
        (select count(*)::int from card_pages where workspace_id = ${workspace.id}) as pages,
        (select count(*)::int from payment_methods where workspace_id = ${workspace.id}) as cards`;
      return counts;
    };
    expect(await run(wallClock.now)).toEqual({ pages: 2, cards: 3 });
    expect(await run(monthLater)).toEqual({ pages: 1, cards: 2 });
    expect([await handled("evt_old"), await handled("evt_new")]).toEqual([false, true]);
    expect((await payments.list(workspace.owner)).map(({ id }) => id)).toContain(kept.id);
  });
});
