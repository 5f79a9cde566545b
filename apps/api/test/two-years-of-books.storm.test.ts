import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { readBooks } from "../src/modules/payments/index.ts";
import { settleIn } from "./support/domains/year-of-a-domain.ts";
import { payOut, readBalances, waitUntilReconciled } from "./support/payments/reconciled.ts";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

const days = 731;
const stepDays = 17;

it("keeps ledger, processor and registry equal for two years of orders, renewals, refunds, disputes and payouts", async () => {
  await using api = await startApi({ withCards: true });
  await api.startWorker();
  const { ask, pass, workspace, contactId } = await settleIn(api);
  await ask("POST", "/sandbox/payment-methods", { number: "4242424242424242" });
  const buy = async (lines: object[]) => {
    const answer = await api.call({
      method: "POST",
      path: "/orders",
      cookie: workspace.owner.cookie,
      headers: { "idempotency-key": randomUUID() },
      body: { lines },
    });
    expect([answer.status, answer.json.code]).toEqual([201, undefined]);
    const { id, paymentId } = answer.json;
    await until(
      `the order ${id} has ended`,
      async () => (await ask("GET", `/orders/${id}`)).state === "completed",
    );
    return paymentId as string;
  };
  const registration = (name: string, autoRenew = true) => ({
    kind: "registration",
    name,
    autoRenew,
    contacts: { registrantId: contactId },
  });
  const end = async (name: string) => {
    const cookie = await api.signIn(workspace.owner.email);
    const body = { confirmName: name };
    const answer = await api.call({ method: "POST", path: `/domains/${name}/delete`, cookie, body });
    expect(answer.status).toBe(201);
  };
  const disputed: string[] = [];

  let passed = 0;
  /** On the next day, since today's comparison may have been before today's payout. */
  const expectEqual = async () => {
    await pass(1);
    passed += 1;
    await waitUntilReconciled(api);
    const balances = await readBalances(api);
    expect(balances).toMatchObject({ processor: balances?.atProcessor, registry: balances?.atRegistry });
    return balances;
  };
  for (let round = 0; passed < days; round += 1) {
    const name = `books-${round}.com`;
    const mail = { kind: "mail_plan", domainName: name, planSlug: "starter" };
    const paymentId = await buy([registration(name, round % 3 > 0), ...(round % 4 === 0 ? [mail] : [])]);
    if (round % 5 === 1) {
      await end(name);
    }
    if (round % 5 === 2) {
      await ask("POST", `/sandbox/payments/${paymentId}/dispute`);
      disputed.push(paymentId);
    }
    if (round % 10 === 4) {
      const currentExpiresAt = (await ask("GET", `/domains/${name}`)).expiresAt;
      await buy([{ kind: "renewal", name, currentExpiresAt }]);
      await pass(1);
      passed += 1;
      await end(name);
    }
    await pass(stepDays);
    passed += stepDays;
    for (const id of disputed.splice(0)) {
      await ask("POST", `/sandbox/payments/${id}/dispute/close`, { won: round % 2 === 0 });
      await until("the dispute has ended", async () => {
        const rows = await api.sql`select from payment_disputes where state = 'open'`;
        return rows.length === 0;
      });
    }
    if (round % 6 === 5) {
      await payOut(api, 500);
    }
    if (round % 8 === 7) {
      await expectEqual();
    }
  }
  const balances = await expectEqual();
  console.log(JSON.stringify({ passed, ...balances }));
  expect(await readBooks(api.db)).toMatchObject({ differences: [], unchecked: [] });
  const unbalanced = await api.sql`
    select from ledger_entries group by transaction_id, currency having sum(amount_cents) <> 0`;
  expect(unbalanced).toEqual([]);
}, 1_800_000);
