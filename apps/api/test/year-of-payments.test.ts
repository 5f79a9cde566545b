import { randomUUID } from "node:crypto";
import { events } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dayMs } from "../src/kernel/durations.ts";
import { readBooks } from "../src/modules/payments/index.ts";
import { settleIn } from "./support/domains/year-of-a-domain.ts";
import { payOut, readBalances, waitUntilReconciled } from "./support/payments/reconciled.ts";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

/** The table in docs/payments.md lists the same. */
const expected = {
  kept: ["0: payment.failed", "0: payment.received", "0: domain.registered", "20: payment.confirmed"],
  refunded: ["0: payment.received", "0: domain.registered", "3: payment.refunded"],
  // Its last day follows once the dispute is won.
  won: ["0: payment.received", "0: domain.registered", "26: payment.confirmed"],
  lost: ["0: payment.received", "0: domain.registered"],
  late: ["0: payment.received", "0: domain.registered", "20: payment.confirmed"],
  // Expires on day 40, and is charged two weeks before.
  renewed: ["26: payment.received", "46: payment.confirmed"],
};
/** A year of .com. */
const priceCents = 1188;
type Story = keyof typeof expected;
const expiryDay = 40;

it("has this list of events, each once: bought, declined, confirmed, refunded, disputed and renewed", async () => {
  await using api = await startApi({ withCards: true });
  await api.startWorker();
  const { ask, pass, workspace, contactId } = await settleIn(api);
  const saveCard = async (number: string) => (await ask("POST", "/sandbox/payment-methods", { number })).id;
  const [pays, declines] = [await saveCard("4242424242424242"), await saveCard("4000000000000341")];
  const begunMs = Date.parse((await ask("GET", "/sandbox/clock")).now);

  const order = (name: string, paymentMethodId: string, key: string) =>
    api.call({
      method: "POST",
      path: "/orders",
      cookie: workspace.owner.cookie,
      headers: { "idempotency-key": key },
      body: {
        paymentMethodId,
        lines: [{ kind: "registration", name, contacts: { registrantId: contactId }, autoRenew: false }],
      },
    });
  const buy = async (story: Story, cards: string[] = [pays]) => {
    const key = randomUUID();
    const answers = [];
    for (const card of cards) {
      answers.push(await order(`${story}.com`, card, key));
    }
    expect(answers.map(({ status }) => status)).toEqual([...cards.slice(1).map(() => 402), 201]);
    const { id, paymentId } = answers.at(-1)?.json ?? {};
    await until(`${story} is bought`, async () => (await ask("GET", `/orders/${id}`)).state === "completed");
    return paymentId as string;
  };
  const payments: Partial<Record<Story, string>> = {
    kept: await buy("kept", [declines, pays]),
    refunded: await buy("refunded"),
    won: await buy("won"),
    lost: await buy("lost"),
    late: await buy("late"),
  };
  const [expiresAt, firstTryAt] = [expiryDay, expiryDay - 14].map((day) =>
    new Date(begunMs + day * dayMs).toISOString(),
  ) as [string, string];
  await workspace.addDomain({ name: "renewed.com" });
  await api.sql`update registry.domains set expires_at = ${expiresAt} where name = 'renewed.com'`;
  await api.sql`
    update domains set paid_until = ${expiresAt}, registry_expires_at = ${expiresAt}, next_notice_at = ${expiresAt},
      next_renewal_at = ${firstTryAt} where name = 'renewed.com'`;
  const statusBecomes = (story: Story, status: string) =>
    until(
      `${story} is ${status}`,
      async () => (await ask("GET", `/payments/${payments[story]}`)).status === status,
    );
  const dispute = async (story: Story) => {
    await ask("POST", `/sandbox/payments/${payments[story]}/dispute`);
    await statusBecomes(story, "disputed");
  };
  const close = (story: Story, won: boolean) =>
    ask("POST", `/sandbox/payments/${payments[story]}/dispute/close`, { won });

  await pass(3);
  const cookie = await api.signIn(workspace.owner.email);
  const refunded = await api.call({
    method: "POST",
    path: `/payments/${payments.refunded}/refunds`,
    cookie,
    body: {},
  });
  expect(refunded.status).toBe(201);
  await pass(16);
  await waitUntilReconciled(api);
  expect(await readBalances(api)).toMatchObject({ bank: 0 });
  await payOut(api, 1000);
  await dispute("won");
  await dispute("lost");
  await pass(2);
  await dispute("late");
  await pass(4);
  await close("won", true);
  await close("lost", false);
  await close("late", true);
  await statusBecomes("won", "received");
  await statusBecomes("late", "confirmed");
  await pass(30);

  const known = Object.values(payments);
  const all: { id: string }[] = await ask("GET", "/payments");
  payments.renewed = all.find(({ id }) => !known.includes(id))?.id;
  const rows = await api.db
    .select({ type: events.type, body: events.body, createdAt: events.createdAt })
    .from(events)
    .where(eq(events.workspaceId, workspace.id))
    .orderBy(asc(events.createdAt), asc(events.id));
  const listed = (story: Story) =>
    rows.flatMap(({ type, body, createdAt }) => {
      const { paymentId, name } = JSON.parse(body).data;
      const isOwn = paymentId === payments[story] || name === `${story}.com`;
      return isOwn ? [`${Math.floor((createdAt.getTime() - begunMs) / dayMs)}: ${type}`] : [];
    });
  expect(Object.fromEntries(Object.keys(expected).map((story) => [story, listed(story as Story)]))).toEqual(
    expected,
  );
  expect(rows).toHaveLength(Object.values(expected).flat().length);

  // The books: six charges with their fees, three disputes, a refund, a payout; six years at the registry, one returned.
  await waitUntilReconciled(api);
  const books = await readBalances(api);
  const chargeFeeCents = Math.round(priceCents * 0.015) + 25;
  expect(books).toMatchObject({
    processor: books?.atProcessor,
    registry: books?.atRegistry,
    fees: 6 * chargeFeeCents + 3 * 2000,
    bank: 1000,
  });
  expect(books?.registry).toBe(-5 * 1188);
  expect(await readBooks(api.db)).toMatchObject({ differences: [], unchecked: [] });
  const { text } = await api.call({ path: "/ledger/export", cookie: workspace.owner.cookie });
  expect(text).not.toMatch(/processor_fees|bank|registry_|bad_debt/);
});
