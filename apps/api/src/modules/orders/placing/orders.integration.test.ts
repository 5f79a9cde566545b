import { domains, mailDomains } from "@zonepost/db";
import type { DomainStatus, MailPlanSlug } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  type Customer,
  comYear,
  freeStarterPriceListFile,
  newName,
  starterYear,
  startOrders,
  testCards,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { decideAtBank, enterCard } from "../../../../test/support/payments/card-processor.ts";
import { readCsv } from "../../../../test/support/read-csv.ts";
import { until } from "../../../../test/support/until.ts";
import { newId, rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const total = totalOf(comYear);

describe("an order with one line", () => {
  it("is charged and carried out within the request", async () => {
    const { order, registration, charges, readOrder, orders } = await started.newPayer();
    const name = newName();
    const placed = await order([registration(name)], { expectedTotalCents: total });
    expect([placed.status, placed.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ord_/),
        state: "completed",
        lines: [
          {
            id: expect.stringMatching(/^orl_/),
            kind: "registration",
            domainName: name,
            years: 1,
            planSlug: null,
            state: "completed",
            ...comYear,
            refundedCents: 0,
            failure: null,
            waitsFor: null,
            operationId: expect.stringMatching(/^dop_/),
          },
        ],
        totalCents: total,
        taxCents: comYear.taxCents,
        taxPercent: 19,
        currency: "EUR",
        paymentId: expect.stringMatching(/^pay_/),
        replacedOrders: [],
        settlesOrderId: null,
        unsettled: null,
        requestedBy: { kind: "user", name: expect.any(String) },
        cancelsAt: null,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    ]);
    expect(await started.isHeld(name)).toBe(true);
    expect(await charges()).toEqual([{ kind: "card", state: "succeeded" }]);
    expect(await readOrder(placed.json.id)).toEqual(placed.json);
    expect(await orders()).toEqual([placed.json]);
  });

  it("has a receipt with its tax rate and the billing profile, once it is paid", async () => {
    const { order, registration, workspace, saveCard } = await started.newPayer(testCards.failsLater);
    const { cookie } = workspace.owner;
    const billing = { company: "Example GmbH", address: "Berlin", countryCode: "DE", vatId: null };
    await started.api.call({ method: "PUT", path: "/workspace/billing", cookie, body: billing });
    const receipts = () => started.api.sql`
      select number::int as number, billing, tax_percent as "taxPercent", order_id as "orderId" from receipts
      where workspace_id = ${workspace.id}`;
    const lines = [registration(newName())];
    expect((await order(lines)).status).toBe(402);
    expect(await receipts()).toEqual([]);
    const paymentMethodId = await saveCard();
    const { json } = await order(lines, { paymentMethodId });
    const number = expect.any(Number);
    const orderId = rowId("ord", json.id);
    expect(await receipts()).toEqual([{ number, billing, taxPercent: "19", orderId }]);
  });

  it("activates mail, and completes in the same transaction", async () => {
    const { order, workspace } = await started.newPayer();
    const domainName = await workspace.addDomain();
    const placed = await order([{ kind: "mail_plan", domainName, planSlug: "starter" }]);
    expect(placed.json).toMatchObject({
      state: "completed",
      lines: [{ state: "completed", planSlug: "starter", ...starterYear, operationId: null }],
    });
  });

  it("upgrades a mail plan once it is paid, and only activates mail over the route for that", async () => {
    const { order, post, workspace, saveCard } = await started.newPayer();
    const domainName = await workspace.addDomain();
    const lines = [{ kind: "mail_plan", domainName, planSlug: "pro" }];
    await order([{ ...lines[0], planSlug: "starter" }]);
    const planSlug = async () =>
      (await started.api.call({ path: `/me/mail/${domainName}`, cookie: workspace.owner.cookie })).json
        .planSlug;
    const paymentMethodId = await saveCard(testCards.failsLater);
    const key = { "idempotency-key": newId() };
    expect((await order(lines, { paymentMethodId }, key)).json).toMatchObject({ code: "card_declined" });
    expect(await planSlug()).toBe("starter");
    const paid = await order(lines, { paymentMethodId: await saveCard() }, key);
    expect(paid.json).toMatchObject({
      state: "completed",
      lines: [{ years: null, planSlug: "pro", priceCents: 3_000, taxCents: 570 }],
    });
    expect(await planSlug()).toBe("pro");
    const activation = await post("/me/mail/activate", { domainName, planSlug: "business" });
    expect(activation.json).toMatchObject({ status: 409, code: "mail_already_active" });
    const lower = await order([{ ...lines[0], planSlug: "starter" }]);
    expect(lower.json).toMatchObject({ state: "completed", totalCents: 0, paymentId: null });
    expect(await planSlug()).toBe("pro");
  });

  it("renews, restores and transfers", async () => {
    const { order, workspace, expiryOf } = await started.newPayer();
    const name = await workspace.addDomain();
    const currentExpiresAt = await expiryOf(name);
    const renewed = await order([{ kind: "renewal", name, currentExpiresAt }]);
    expect(renewed.json.state).toBe("completed");
    const again = await order([{ kind: "renewal", name, currentExpiresAt }]);
    expect([again.status, again.json.code, again.json.errors]).toEqual([
      409,
      "expiry_changed",
      [{ pointer: "/lines/0", message: expect.any(String) }],
    ]);
  });

  it("refuses a total that has changed, and charges nothing", async () => {
    const { order, registration, orders } = await started.newPayer();
    const refused = await order([registration(newName())], { expectedTotalCents: total + 1 });
    expect(refused.json).toMatchObject({
      status: 409,
      code: "price_changed",
      totalCents: total,
      currency: "EUR",
    });
    expect(await orders()).toEqual([]);
  });
});

describe("an order that can't be charged", () => {
  it("waits with a payment page if there is no card, and is charged by a repeat once there is one", async () => {
    const customer = await started.newCustomer();
    const { order, registration, saveCard, orders, readOrder } = customer;
    const name = newName();
    const key = { "idempotency-key": newId() };
    const refused = await order([registration(name)], {}, key);
    expect(refused.json).toMatchObject({
      status: 402,
      code: "payment_method_required",
      orderId: expect.stringMatching(/^ord_/),
      paymentId: expect.stringMatching(/^pay_/),
      paymentUrl: expect.stringMatching(/^http/),
    });
    expect(await readOrder(refused.json.orderId)).toMatchObject({
      state: "awaiting_payment",
      lines: [{ state: "pending", waitsFor: "payment" }],
      cancelsAt: expect.any(String),
    });
    expect(await started.isHeld(name)).toBe(false);
    await saveCard();
    const paid = await order([registration(name)], {}, key);
    expect([paid.status, paid.json.id, paid.json.state]).toEqual([201, refused.json.orderId, "completed"]);
    expect(await orders()).toHaveLength(1);
  });

  it("is declined with the bank's words, and paid by a repeat with another card", async () => {
    const { order, registration, saveCard, orders, charges } = await started.newPayer(testCards.failsLater);
    const name = newName();
    const key = { "idempotency-key": newId() };
    const declined = await order([registration(name)], {}, key);
    expect(declined.json).toMatchObject({ status: 402, code: "card_declined", orderId: expect.any(String) });
    expect(declined.json.detail).toMatch(/card/i);
    const paymentMethodId = await saveCard();
    const paid = await order([registration(name)], { paymentMethodId }, key);
    expect([paid.status, paid.json.id, paid.json.state]).toEqual([201, declined.json.orderId, "completed"]);
    expect(await orders()).toHaveLength(1);
    expect((await charges()).filter(({ state }) => state === "succeeded")).toHaveLength(1);
    const other = await order([registration(newName())], {}, key);
    expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
  });

  it("asks for the bank's confirmation of a person", async () => {
    const { order, registration, readOrder } = await started.newPayer(testCards.asksOnSession);
    const asked = await order([registration(newName())]);
    expect(asked.json).toMatchObject({
      status: 402,
      code: "authentication_required",
      paymentUrl: expect.stringMatching(/^http/),
    });
    expect((await readOrder(asked.json.orderId)).state).toBe("awaiting_payment");
  });

  it("continues when the processor's webhook reports the person's confirmation", async () => {
    const { order, registration, readStored } = await started.newPayer(testCards.asksOnSession);
    const asked = await order([registration(newName())]);
    await decideAtBank(asked.json.paymentUrl, "approve");
    await until("the order runs", async () => (await readStored(asked.json.orderId)).state === "processing");
    await started.runSweep("order lines");
    expect((await readStored(asked.json.orderId)).state).toBe("completed");
  });

  it("asks for the bank's confirmation of a key's order on a page", async () => {
    const { workspace, contacts, readStored } = await started.newPayer(testCards.asksAlways);
    const { headers } = await newApiKey(started.api, workspace);
    const lines = [{ kind: "registration", name: newName(), contacts }];
    const asked = await started.api.call({ method: "POST", path: "/orders", body: { lines }, headers });
    expect(asked.json).toMatchObject({ status: 402, code: "authentication_required" });
    await enterCard(asked.json.paymentUrl);
    await until("the order runs", async () => (await readStored(asked.json.orderId)).state === "processing");
  });

  it("shows its page the reason of a decline, and is paid there with another card", async () => {
    const { workspace, post, order, registration, saveCard, charges } = await started.newPayer(
      testCards.failsLater,
    );
    const { cookie } = workspace.owner;
    const details = async (id: string) => {
      const input = encodeURIComponent(JSON.stringify({ id }));
      return (await started.api.call({ path: `/trpc/orders.get?input=${input}`, cookie })).json.result.data;
    };
    const pay = async (input: object) => (await post("/trpc/orders.pay", input)).json.result.data;
    const { json: declined } = await order([registration(newName())]);
    const id: string = declined.orderId;
    expect(await details(id)).toMatchObject({
      state: "awaiting_payment",
      isBeingCharged: false,
      paymentFailure: { message: declined.detail },
    });
    const page = await pay({ id, hosted: true });
    expect(page).toMatchObject({ state: "awaiting_payment", paymentUrl: declined.paymentUrl });
    expect(await pay({ id, paymentMethodId: await saveCard() })).toMatchObject({ id, state: "completed" });
    expect(await pay({ id, hosted: true })).toMatchObject({ id, state: "completed" });
    expect((await charges()).filter(({ state }) => state === "succeeded")).toHaveLength(1);
    expect(await details(id)).toMatchObject({ state: "completed", paymentFailure: null });
  });

  it("names the card that paid, for those who see payments", async () => {
    const { workspace, order, registration } = await started.newPayer(testCards.failsLater);
    const cardOf = async (id: string, { cookie }: { cookie: string }) => {
      const input = encodeURIComponent(JSON.stringify({ id }));
      return (await started.api.call({ path: `/trpc/orders.get?input=${input}`, cookie })).json.result.data
        .card;
    };
    const { json: unpaid } = await order([registration(newName())]);
    expect(await cardOf(unpaid.orderId, workspace.owner)).toBeNull();
    const { json: hosted } = await order([registration(newName())], { hosted: true });
    await enterCard(hosted.paymentUrl);
    const card = { brand: "visa", last4: "4242" };
    expect(await cardOf(hosted.id, workspace.owner)).toEqual(card);

    const member = await workspace.join("member");
    const lines = [registration(newName())];
    const { json: own } = await started.api.call({
      method: "POST",
      path: "/orders",
      body: { lines, hosted: true },
      cookie: member.cookie,
    });
    await enterCard(own.paymentUrl);
    expect(await cardOf(own.id, workspace.owner)).toEqual(card);
    expect(await cardOf(own.id, member)).toBeNull();
  });

  it("returns the processor's page on request", async () => {
    const { order, registration, charges } = await started.newPayer();
    const hosted = await order([registration(newName())], { hosted: true });
    expect([hosted.status, hosted.json]).toMatchObject([
      201,
      { state: "awaiting_payment", paymentUrl: expect.stringMatching(/^http/) },
    ]);
    expect(await charges()).toMatchObject([{ kind: "page", state: "awaiting_customer" }]);
    const returned = await enterCard(hosted.json.paymentUrl);
    expect(returned.href).toBe(`${started.api.panelOrigin}/payments/orders/${hosted.json.id}`);
    const elsewhere = await order([registration(newName())], {
      hosted: true,
      returnUrl: "https://evil.example/payments",
    });
    expect(elsewhere.json).toMatchObject({ status: 422, errors: [{ pointer: "/returnUrl" }] });
  });
});

describe("an idempotency key", () => {
  it("finds its order after its kept response is gone, without another charge", async () => {
    const { order, registration, charges, orders } = await started.newPayer();
    const name = newName();
    const key = { "idempotency-key": newId() };
    const placed = await order([registration(name)], {}, key);
    await started.api.sql`delete from idempotency_keys where key = ${key["idempotency-key"]}`;
    const again = await order([registration(name)], {}, key);
    expect([again.status, again.json]).toEqual([201, placed.json]);
    expect(await charges()).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  });

  it("finds its order on another route, also at the same time", async () => {
    const { order, post, registration, contacts, charges, orders } = await started.newPayer();
    const name = newName();
    const key = { "idempotency-key": newId() };
    const answers = await Promise.all([
      order([registration(name)], {}, key),
      post("/domains", { name, contacts }, key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await orders()).toHaveLength(1);
    expect(await charges()).toHaveLength(1);
  });
});

describe("a line that the registry refuses", () => {
  it("fails with the reason and is refunded", async () => {
    const { order, registration, refunds, readOrder } = await started.newPayer();
    const placed = await order([registration(`refused-${newName()}`)]);
    expect([placed.status, placed.json]).toMatchObject([
      201,
      { state: "failed", lines: [{ failure: { code: expect.any(String), message: expect.any(String) } }] },
    ]);
    expect(await refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    expect(await readOrder(placed.json.id)).toMatchObject({
      state: "failed",
      lines: [{ state: "refunded", refundedCents: total }],
    });
  });

  it("doesn't stop the other lines of its order", async () => {
    const { order, registration, refunds, readOrder, makeDue, workspace } = await started.newPayer();
    const [bought, refused] = [newName(), `refused-${newName()}`];
    const held = await workspace.addDomain();
    const placed = await order([
      registration(bought),
      registration(refused),
      { kind: "mail_plan", domainName: bought, planSlug: "starter" },
      { kind: "mail_plan", domainName: held, planSlug: "pro" },
    ]);
    expect([placed.status, placed.json.errors]).toEqual([201, undefined]);
    const ended = await until("the order has ended, and the failed line is refunded", async () => {
      await makeDue();
      await started.runSweep("order lines");
      const present = await readOrder(placed.json.id);
      return present.finishedAt && present.lines.every(({ state }) => state !== "failed")
        ? present
        : undefined;
    });
    expect(ended.state).toBe("partly_completed");
    expect(ended.lines.map(({ state }) => state)).toEqual([
      "completed",
      "refunded",
      "completed",
      "completed",
    ]);
    expect(await refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
  });
});

describe("the monthly limit of an API key", () => {
  const orderBy = (
    key: { headers: Record<string, string> },
    { registration }: Customer,
    { headers = {}, ...more }: { headers?: Record<string, string> } & Record<string, unknown> = {},
  ) =>
    started.api.call({
      method: "POST",
      path: "/orders",
      body: { lines: [registration(newName())], ...more },
      headers: { ...key.headers, ...headers },
    });
  const newLimitedKey = ({ workspace }: Customer, orders: number) =>
    newApiKey(started.api, workspace, { monthlyLimitCents: orders * total + 1 });
  const spendingOf = async ({ workspace }: Customer, id: string) => {
    const input = encodeURIComponent(JSON.stringify({ id }));
    const path = `/trpc/orders.apiKeySpending?input=${input}`;
    return (await started.api.call({ path, ...workspace.owner })).json.result.data;
  };

  it("isn't exceeded by orders that arrive at the same time, and begins again with the month", async () => {
    const payer = await started.newPayer();
    const key = await newLimitedKey(payer, 2);
    const placed = await Promise.all(Array.from({ length: 5 }, () => orderBy(key, payer)));
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = placed.filter(({ status }) => status !== 201);
    const now = new Date();
    const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    for (const { status, json } of refused) {
      expect([status, json]).toEqual([
        403,
        expect.objectContaining({
          code: "monthly_limit_exceeded",
          limitCents: 2 * total + 1,
          leftCents: 1,
          currency: "EUR",
          resetsAt,
        }),
      ]);
    }
    expect(await payer.orders()).toHaveLength(2);
    expect(await payer.charges()).toHaveLength(2);
    const quoted = await orderBy(key, payer, { dryRun: true });
    expect(quoted.json.problems.map(({ code }: { code: string }) => code)).toEqual([
      "monthly_limit_exceeded",
    ]);
    expect(await spendingOf(payer, key.id)).toEqual({
      limitCents: 2 * total + 1,
      spentCents: 2 * total,
      currency: "EUR",
      resetsAt,
    });
    expect((await payer.order([payer.registration(newName())])).status).toBe(201);
    await started.api.sql`
      update orders set counted_at = counted_at - interval '32 days' where workspace_id = ${payer.workspace.id}`;
    expect((await orderBy(key, payer)).status).toBe(201);
  });

  it("counts an order when it is paid, not one that was declined or waits for a person", async () => {
    const payer = await started.newPayer(testCards.failsLater);
    const key = await newLimitedKey(payer, 1);
    const headers = { "idempotency-key": newId() };
    const lines = [payer.registration(newName())];
    const declined = await orderBy(key, payer, { headers, lines });
    expect(declined.status).toBe(402);
    expect((await orderBy(key, payer, { hosted: true })).status).toBe(201);
    expect(await spendingOf(payer, key.id)).toMatchObject({ spentCents: 0 });
    const paymentMethodId = await payer.saveCard();
    expect((await orderBy(key, payer, { paymentMethodId })).status).toBe(201);
    // The repeat of the declined order would be charged now.
    const repeated = await orderBy(key, payer, { headers, lines, paymentMethodId });
    expect([repeated.status, repeated.json.code]).toEqual([403, "monthly_limit_exceeded"]);
    // A person pays it anyway.
    await enterCard(declined.json.paymentUrl, testCards.pays);
    await started.api.call({ path: `/orders/${declined.json.orderId}`, ...payer.workspace.owner });
    expect(await spendingOf(payer, key.id)).toMatchObject({ spentCents: 2 * total });
  });

  it("is shared with the key that replaces it, and limits every route that spends", async () => {
    const payer = await started.newPayer();
    const key = await newLimitedKey(payer, 1);
    expect((await orderBy(key, payer)).status).toBe(201);
    const rolled = await payer.post(`/api-keys/${key.id}/roll`, {});
    const headers = { authorization: `Bearer ${rolled.json.key}` };
    expect((await orderBy({ headers }, payer)).json.code).toBe("monthly_limit_exceeded");
    const { workspace, expiryOf } = payer;
    const name = await workspace.addDomain();
    const path = `/domains/${name}/renew`;
    const body = { currentExpiresAt: await expiryOf(name) };
    const renewed = await started.api.call({ method: "POST", path, body, headers });
    expect([renewed.status, renewed.json.code]).toEqual([403, "monthly_limit_exceeded"]);
    expect(await spendingOf(payer, rolled.json.id)).toMatchObject({ spentCents: total });
  });
});

describe("upcoming renewals", () => {
  const daysAhead = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000);
  const changeDomain = (name: string, change: Partial<typeof domains.$inferSelect>) =>
    started.api.db.update(domains).set(change).where(eq(domains.name, name));
  const changeMail = (name: string, change: Partial<typeof mailDomains.$inferSelect>) =>
    started.api.db.update(mailDomains).set(change).where(eq(mailDomains.domainName, name));
  const namesOf = (renewals: { kind: string; name: string }[]) =>
    renewals.map(({ kind, name }) => `${kind} ${name}`);
  const yearOfCom = { ...comYear, totalCents: total, currency: "EUR" };

  async function newHolder(cardNumber?: string) {
    const payer = await started.newPayer(cardNumber);
    const { workspace } = payer;
    const read = async (path: string, by: object = workspace.owner) =>
      (await started.api.call({ path, ...by })).json;
    return {
      ...payer,
      list: (query = "", by?: object) => read(`/renewals${query}`, by),
      forecast: (by?: object) => read("/renewals/forecast", by),
      /** Its renewal is due two weeks before it expires. */
      async hold(
        expiresAt: Date,
        { autoRenew = true, status = "active" as DomainStatus } = {},
      ): Promise<string> {
        const name = await workspace.addDomain();
        const chargesAt = autoRenew ? new Date(expiresAt.getTime() - 14 * 86_400_000) : null;
        await changeDomain(name, { paidUntil: expiresAt, nextRenewalAt: chargesAt, autoRenew, status });
        return name;
      },
      /** Its renewal is due two weeks before its end. The domain's is years away. */
      async holdMail(
        expiresAt: Date,
        { name, autoRenew = true, planSlug = "starter" }: MailOptions = {},
      ): Promise<string> {
        const domainName = name ?? (await workspace.addDomain());
        const bought = await payer.order([{ kind: "mail_plan", domainName, planSlug }]);
        expect(bought.json.state).toBe("completed");
        const chargesAt = autoRenew ? new Date(expiresAt.getTime() - 14 * 86_400_000) : null;
        await changeMail(domainName, { paidUntil: expiresAt, nextRenewalAt: chargesAt, autoRenew });
        return domainName;
      },
    };
  }

  type MailOptions = { name?: string; autoRenew?: boolean; planSlug?: MailPlanSlug };
  type Holder = Awaited<ReturnType<typeof newHolder>>;

  /** As the sweep would have placed it. */
  async function placeRenewal({ order, expiryOf }: Holder, name: string, line?: object) {
    const placed = await order([line ?? { kind: "renewal", name, currentExpiresAt: await expiryOf(name) }]);
    const { orderId = placed.json.id, paymentId = placed.json.paymentId } = placed.json;
    await started.api.sql`update orders set origin = 'renewal' where id = ${rowId("ord", orderId) ?? ""}`;
    return { orderId, paymentId };
  }

  it("are listed by the date of their charge, and summed by its month", async () => {
    const { hold, list, forecast } = await newHolder();
    const later = daysAhead(200);
    const [ending, second] = [daysAhead(100), daysAhead(150)];
    const names = {
      second: await hold(later),
      ending: await hold(ending, { autoRenew: false }),
      first: await hold(second),
    };
    await hold(daysAhead(420));
    await hold(daysAhead(-3), { autoRenew: false, status: "expired" });
    await hold(daysAhead(50), { status: "pending_transfer" });
    const chargesAt = (expiry: Date) => new Date(expiry.getTime() - 14 * 86_400_000).toISOString();
    const none = {
      planSlug: null,
      failure: null,
      failedAt: null,
      orderId: null,
      orderState: null,
      paymentId: null,
    };
    const scheduled = {
      kind: "domain",
      state: "scheduled",
      ...yearOfCom,
      ...none,
      totalIfRenewedCents: null,
    };
    const listed = await list();
    expect(listed).toEqual([
      {
        ...scheduled,
        name: names.ending,
        state: "expiring",
        chargesAt: null,
        expiresAt: ending.toISOString(),
        priceCents: null,
        taxCents: null,
        totalCents: null,
        totalIfRenewedCents: total,
      },
      { ...scheduled, name: names.first, chargesAt: chargesAt(second), expiresAt: second.toISOString() },
      { ...scheduled, name: names.second, chargesAt: chargesAt(later), expiresAt: later.toISOString() },
    ]);
    const sums = await forecast();
    const monthOf = (expiry: Date) => chargesAt(expiry).slice(0, 7);
    expect(sums).toMatchObject({ unpricedCount: 0, failedCount: 0, expiringCount: 1 });
    expect(sums.currencies).toHaveLength(1);
    expect(sums.currencies[0]).toMatchObject({ currency: "EUR", count: 2, totalCents: 2 * total });
    type Month = { month: string; count: number; totalCents: number };
    const noneExpires = { expiringCount: 0, expiringTotalCents: 0 };
    expect(sums.currencies[0].months.filter(({ count }: Month) => count > 0)).toEqual([
      { month: monthOf(second), count: 1, taxCents: comYear.taxCents, totalCents: total, ...noneExpires },
      { month: monthOf(later), count: 1, taxCents: comYear.taxCents, totalCents: total, ...noneExpires },
    ]);
    expect((await list("?state=expiring")).map(({ name }: { name: string }) => name)).toEqual([names.ending]);
  });

  it("are limited to a month, by their charge or expiry, and to a part of the name, and exported the same", async () => {
    const { hold, list, workspace } = await newHolder();
    const [near, far] = [daysAhead(100), daysAhead(200)];
    const [renewing, ending, other] = [
      await hold(near),
      await hold(new Date(near.getTime() - 14 * 86_400_000), { autoRenew: false }),
      await hold(far),
    ];
    const month = new Date(near.getTime() - 14 * 86_400_000).toISOString().slice(0, 7);
    const found = await list(`?month=${month}`);
    expect(found.map(({ name }: { name: string }) => name).sort()).toEqual([renewing, ending].sort());
    expect(await list(`?month=${month}&state=expiring`)).toMatchObject([{ name: ending }]);
    expect(await list("?month=2001-01")).toEqual([]);
    expect(await list(`?limit=1&q=${other.slice(1, -4).toUpperCase()}`)).toMatchObject([{ name: other }]);
    const { text } = await started.api.call({ path: `/renewals/export?month=${month}`, ...workspace.owner });
    const rows = readCsv(text);
    expect(rows.map(({ name }) => name).sort()).toEqual([renewing, ending].sort());
    expect(rows.find(({ name }) => name === ending)).toMatchObject({
      state: "expiring",
      next_charge: "",
      total_cents: "",
      total_if_renewed_cents: String(total),
      currency: "EUR",
    });
    const wrong = await started.api.call({ path: "/renewals?month=2027-13", ...workspace.owner });
    expect([wrong.status, wrong.json.errors[0].pointer]).toEqual([422, "/query/month"]);
  });

  it("are listed in pages, also if several are due at the same moment", async () => {
    const { hold, holdMail, workspace } = await newHolder();
    const moment = daysAhead(90);
    const names: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const name = await hold(index < 3 ? moment : daysAhead(91 + index));
      names.push(`domain ${name}`);
      if (index % 2 === 0) {
        await holdMail(index < 3 ? moment : daysAhead(91 + index), { name });
        names.push(`mail_plan ${name}`);
      }
    }
    const seen: string[] = [];
    let path: string | undefined = "/renewals?limit=2";
    while (path !== undefined) {
      const page = await started.api.call({ path, ...workspace.owner });
      expect(page.json.length).toBeLessThanOrEqual(2);
      seen.push(...namesOf(page.json));
      path = /<[^>]*(\/renewals[^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1];
    }
    expect(seen).toEqual(names);
    const invalid = await started.api.call({ path: "/renewals?limit=2&cursor=eA", ...workspace.owner });
    expect([invalid.status, invalid.json.errors[0].pointer]).toEqual([422, "/query/cursor"]);
  });

  it("that were declined come with the bank's reason, for callers who may see payments", async () => {
    const holder = await newHolder(testCards.failsLater);
    const { hold, list, forecast, workspace } = holder;
    const name = await hold(daysAhead(10));
    const other = await hold(daysAhead(30));
    const { orderId, paymentId } = await placeRenewal(holder, name);
    const next = daysAhead(3);
    await changeDomain(name, { nextRenewalAt: next });
    const [failed, ...others] = await list("?state=failed");
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      name,
      state: "failed",
      chargesAt: next.toISOString(),
      ...yearOfCom,
      failure: { code: "generic_decline", message: expect.stringMatching(/declined/) },
      failedAt: expect.any(String),
      orderId,
      orderState: "awaiting_payment",
      paymentId,
    });
    expect((await list("?state=scheduled")).map((renewal: { name: string }) => renewal.name)).toEqual([
      other,
    ]);
    expect(await forecast()).toMatchObject({ failedCount: 1, currencies: [{ count: 2 }] });
    const member = await workspace.join("member");
    const [seen] = await list("?state=failed", member);
    expect([seen.failure.code, seen.paymentId]).toEqual(["payment_failed", null]);
    const limited = await workspace.join("member", { domainNames: [other] });
    expect((await list("", limited)).map((renewal: { name: string }) => renewal.name)).toEqual([other]);
    expect(await forecast(limited)).toMatchObject({ failedCount: 0, currencies: [{ count: 1 }] });
    // After the last try, the next look is the end of its grace.
    const graceEndsAt = daysAhead(10 + 30);
    await changeDomain(name, { nextRenewalAt: graceEndsAt });
    expect(await list("?state=failed")).toMatchObject([{ name, chargesAt: null }]);
    expect(await forecast()).toMatchObject({ failedCount: 1, currencies: [{ count: 1 }] });
    // Renewed by hand, its order belongs to the previous term.
    await started.api
      .sql`update domains set paid_until = paid_until + interval '30 days' where name = ${name}`;
    expect(await list("?state=failed")).toEqual([]);
    expect(await forecast()).toMatchObject({ failedCount: 0 });
  });

  it("of mail plans are listed and summed with domains, for callers who see mail or payments", async () => {
    const { hold, holdMail, list, forecast, workspace } = await newHolder();
    const domain = await hold(daysAhead(100));
    const [ending, first, second] = [daysAhead(95), daysAhead(100), daysAhead(110)];
    const plan = await holdMail(first, { name: domain });
    const downgraded = await holdMail(second, { planSlug: "pro" });
    await changeMail(downgraded, { nextPlanSlug: "starter" });
    const expiring = await holdMail(ending, { planSlug: "pro", autoRenew: false });
    await changeMail(await holdMail(daysAhead(90)), { leftAt: daysAhead(-1) });
    await changeMail(await holdMail(daysAhead(-20)), { nextRenewalAt: null });
    await holdMail(daysAhead(-1), { autoRenew: false });
    await holdMail(daysAhead(500));
    const listed = await list();
    const starter = { ...starterYear, totalCents: totalOf(starterYear), currency: "EUR", failure: null };
    const chargesAt = (expiry: Date) => new Date(expiry.getTime() - 14 * 86_400_000).toISOString();
    expect(listed).toMatchObject([
      { kind: "domain", name: domain },
      {
        kind: "mail_plan",
        name: plan,
        planSlug: "starter",
        state: "scheduled",
        chargesAt: chargesAt(first),
        expiresAt: first.toISOString(),
        ...starter,
      },
      {
        kind: "mail_plan",
        name: expiring,
        planSlug: "pro",
        state: "expiring",
        chargesAt: null,
        totalCents: null,
      },
      { kind: "mail_plan", name: downgraded, planSlug: "starter", chargesAt: chargesAt(second), ...starter },
    ]);
    expect(namesOf(await list("?state=expiring"))).toEqual([`mail_plan ${expiring}`]);
    const sum = { count: 3, totalCents: total + 2 * totalOf(starterYear) };
    expect(await forecast()).toMatchObject({ currencies: [sum], expiringCount: 1, failedCount: 0 });
    const limited = await workspace.join("member", { domainNames: [downgraded, expiring] });
    expect(namesOf(await list("", limited))).toEqual([`mail_plan ${expiring}`, `mail_plan ${downgraded}`]);
    expect(await forecast(limited)).toMatchObject({ currencies: [{ count: 1 }], expiringCount: 1 });
    const billing = await workspace.join("billing");
    expect(await list("", billing)).toEqual(listed);
    expect(await forecast(billing)).toMatchObject({ currencies: [sum], expiringCount: 1 });
    const reader = await newApiKey(started.api, workspace, { scopes: ["domains:read"] });
    expect(namesOf(await list("", reader))).toEqual([`domain ${domain}`]);
    expect(await forecast(reader)).toMatchObject({ currencies: [{ count: 1 }], expiringCount: 0 });
    const free = await started.api.startAnother({ env: { PRICE_LIST_FILE: freeStarterPriceListFile } });
    const { json } = await free.call({ path: "/renewals", ...workspace.owner });
    expect(namesOf(json)).toEqual([`domain ${domain}`, `mail_plan ${expiring}`]);
  });

  it("of mail plans that were declined come with the reason, and the last one without a next charge", async () => {
    const holder = await newHolder();
    const { hold, holdMail, list, forecast, saveCard } = holder;
    const name = await hold(daysAhead(100));
    const expiresAt = daysAhead(10);
    await holdMail(expiresAt, { name });
    const other = await holdMail(daysAhead(120));
    await saveCard(testCards.failsLater);
    const { orderId, paymentId } = await placeRenewal(holder, name, {
      kind: "mail_plan",
      domainName: name,
      planSlug: "starter",
      currentExpiresAt: expiresAt.toISOString(),
    });
    const [failed, ...others] = await list("?state=failed");
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      kind: "mail_plan",
      name,
      failure: { code: "generic_decline" },
      orderId,
      orderState: "awaiting_payment",
      paymentId,
    });
    expect(namesOf(await list("?state=scheduled"))).toEqual([`domain ${name}`, `mail_plan ${other}`]);
    expect(await forecast()).toMatchObject({ failedCount: 1, currencies: [{ count: 3 }] });
    await changeMail(name, { nextRenewalAt: new Date(expiresAt.getTime() + 14 * 86_400_000) });
    expect(await list("?state=failed")).toMatchObject([{ name, chargesAt: null }]);
    expect(await forecast()).toMatchObject({ failedCount: 1, currencies: [{ count: 2 }] });
  });

  it("without a saved card state that", async () => {
    const holder = await newHolder();
    const { hold, list, workspace } = holder;
    const name = await hold(daysAhead(10));
    await started.api.sql`
      update payment_methods set removed_at = now(), is_default = false where workspace_id = ${workspace.id}`;
    const { orderId } = await placeRenewal(holder, name);
    expect(await list("?state=failed")).toMatchObject([
      { name, failure: { code: "payment_method_required" }, failedAt: null, orderId },
    ]);
  });

  it("that are paid wait for their registry, and are in no sum", async () => {
    const holder = await newHolder(testCards.failsLater);
    const { hold, list, forecast } = holder;
    const name = await hold(daysAhead(10));
    const { orderId } = await placeRenewal(holder, name);
    await started.api.sql`update orders set state = 'processing' where id = ${rowId("ord", orderId) ?? ""}`;
    expect(await list()).toMatchObject([{ name, state: "processing", chargesAt: null, orderId }]);
    expect(await forecast()).toMatchObject({ currencies: [], failedCount: 0 });
  });
});
