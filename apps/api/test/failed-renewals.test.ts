import { expect, it } from "vitest";
import { dayMs } from "../src/kernel/durations.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import { settleIn } from "./support/domains/year-of-a-domain.ts";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

const expiryDay = 40;
const total = 1188;

it("are listed with their sum after a new card, are due once confirmed, and otherwise on their next date", async () => {
  await using api = await startApi({ withCards: true });
  await api.startWorker();
  const { ask, pass, workspace } = await settleIn(api);
  const saveCard = (number: string) => ask("POST", "/sandbox/payment-methods", { number, default: true });
  await saveCard("4000000000000341");
  const begunMs = Date.parse((await ask("GET", "/sandbox/clock")).now);
  const [expiresAt, firstTryAt] = [expiryDay, expiryDay - 14].map((day) =>
    new Date(begunMs + day * dayMs).toISOString(),
  ) as [string, string];
  const names = ["confirmed.com", "waiting.com", "manual.com"];
  for (const name of names) {
    await workspace.addDomain({ name });
    await api.sql`update registry.domains set expires_at = ${expiresAt} where name = ${name}`;
    await api.sql`
      update domains set paid_until = ${expiresAt}, registry_expires_at = ${expiresAt},
        next_notice_at = ${expiresAt}, next_renewal_at = ${firstTryAt} where name = ${name}`;
  }
  const billing = await workspace.join("billing");
  const member = await workspace.join("member");
  const readOnly = await workspace.join("read_only");
  const retry = ({ cookie }: { cookie: string }, body: object) =>
    api.call({ method: "POST", path: "/renewals/retry", cookie, body });
  const list = async () => (await retry(billing, { dryRun: true })).json;
  const paidDays = async () => {
    const rows = await api.sql<{ name: string; received: string }[]>`
      select l.domain_name as name, p.received_at as received from payments p
      join order_lines l on l.order_id = p.order_id where p.received_at is not null order by 2, 1`;
    return rows.map(
      ({ name, received }) => `${Math.floor((Date.parse(received) - begunMs) / dayMs)}: ${name}`,
    );
  };
  const failedMails = async (name: string) =>
    (
      await api.sql`select id from domain_notifications where kind = 'renewal_failed' and domain_name = ${name}`
    ).length;

  await pass(expiryDay - 13);
  const listed = await list();
  expect(listed.renewals.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
  expect(listed.renewals[0]).toMatchObject({
    kind: "domain",
    totalCents: total,
    currency: "EUR",
    chargesAt: new Date(begunMs + (expiryDay - 7) * dayMs).toISOString(),
    expiresAt,
  });
  expect(listed.totals).toEqual([{ currency: "EUR", count: 3, taxCents: 0, totalCents: 3 * total }]);
  const orderOf = (name: string): string =>
    listed.renewals.find((renewal: { name: string }) => renewal.name === name)?.orderId;

  // The domain says so where people look, and only those who may see payments read the bank's reason.
  const chargesAt = new Date(begunMs + (expiryDay - 7) * dayMs).toISOString();
  const standingOf = async (caller: object, name = "waiting.com") => {
    const { status, explanation, renewal } = (await api.call({ path: `/domains/${name}`, ...caller })).json;
    return { status, explanation, renewal };
  };
  expect(await standingOf({ cookie: billing.cookie })).toEqual({
    status: "active",
    explanation: { code: "renewal_failed", nextActor: "you", until: expiresAt },
    renewal: {
      state: "failed",
      chargesAt,
      failure: { code: expect.any(String), message: expect.stringMatching(/declined/i) },
      failedAt: expect.any(String),
      orderId: orderOf("waiting.com"),
      orderState: "awaiting_payment",
    },
  });
  const stranger = await newApiKey(api, workspace, { scopes: ["domains:read"] });
  expect((await standingOf({ headers: stranger.headers })).renewal).toMatchObject({
    state: "failed",
    failure: { code: "payment_failed", message: "The card could not be charged." },
  });
  const stateInList = async (name: string) => {
    const page = await api.call({ path: "/trpc/domains.page?input={}", cookie: readOnly.cookie });
    return page.json.result.data.items.find((row: { name: string }) => row.name === name).renewalState;
  };
  expect(await stateInList("waiting.com")).toBe("failed");
  const [mine] = (await api.call({ path: "/domains/mine", cookie: readOnly.cookie })).json;
  expect(Object.keys(mine).sort()).toEqual(
    ["autoRenew", "expiresAt", "name", "registeredAt", "status", "tld", "whoisPrivacy"].sort(),
  );

  // A confirmation with the old card is one more try, with one more email, and the next date stays.
  const again = await retry(member, { orderIds: [orderOf("confirmed.com")] });
  expect([again.status, again.json.renewals.length]).toEqual([202, 1]);
  await until("the old card has been tried again", async () => (await failedMails("confirmed.com")) === 2);
  expect(await failedMails("waiting.com")).toBe(1);
  await expect.poll(list).toEqual(listed);

  await saveCard("4242424242424242");
  expect(await paidDays()).toEqual([]);
  const refused = await retry(readOnly, {});
  expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
  const { headers } = await newApiKey(api, workspace, { scopes: ["payments:write"] });
  const byKey = (body: object) => api.call({ method: "POST", path: "/renewals/retry", headers, body });
  expect((await byKey({ dryRun: true })).json).toEqual(listed);
  const confirmed = await byKey({ orderIds: [orderOf("confirmed.com"), "ord_01k3v2m8q4f7x9b0c1d2e3f4g5"] });
  expect([confirmed.status, confirmed.json.totals]).toEqual([
    202,
    [{ currency: "EUR", count: 1, taxCents: 0, totalCents: total }],
  ]);
  await until("it is paid", async () => (await paidDays()).length === 1);
  const pay = { method: "POST", path: `/orders/${orderOf("manual.com")}/pay`, cookie: billing.cookie };
  expect((await api.call(pay)).status).toBe(200);
  const today = expiryDay - 13;
  expect(await paidDays()).toEqual([`${today}: confirmed.com`, `${today}: manual.com`]);
  // What is paid isn't charged again, however often it is confirmed.
  const repeated = await byKey({ orderIds: [orderOf("confirmed.com"), orderOf("manual.com")] });
  expect([repeated.status, repeated.json]).toEqual([202, { renewals: [], totals: [] }]);

  await pass(7);
  expect(await paidDays()).toEqual([
    `${today}: confirmed.com`,
    `${today}: manual.com`,
    `${expiryDay - 7}: waiting.com`,
  ]);
  expect(await list()).toEqual({ renewals: [], totals: [] });
  expect(await standingOf({ cookie: billing.cookie })).toMatchObject({
    explanation: { code: "active_auto_renew", nextActor: "zonepost" },
    renewal: { state: "scheduled", failure: null, failedAt: null },
  });
  expect(await stateInList("waiting.com")).toBe("scheduled");
  const receipts = await api.sql<{ to: string; count: number }[]>`
    select to_address as to, count(*)::int as count from sandbox_outbox where kind = 'receipt' group by 1`;
  expect(receipts.map(({ to, count }) => [to, count]).sort()).toEqual(
    [workspace.owner.email, billing.email].map((to) => [to, 3]).sort(),
  );
  const asked = await api.call({
    method: "POST",
    path: "/renewals/retry",
    cookie: (await api.createWorkspace()).owner.cookie,
    body: { orderIds: [orderOf("waiting.com")] },
  });
  expect([asked.status, asked.json.renewals]).toEqual([202, []]);
});
