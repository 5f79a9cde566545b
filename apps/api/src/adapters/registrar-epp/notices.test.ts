import type { EppClient, PollSubject } from "@zonepost/epp";
import { expect, it } from "vitest";
import { noticesOf } from "./notices.ts";

async function readNotice(subject: PollSubject) {
  const reply = { code: 1301, message: "", clTRID: "a", svTRID: "b", pending: false };
  const client = {
    poll: async () => ({ ...reply, data: { id: "1", count: 1, text: "Low balance", subject } }),
  } as unknown as EppClient;
  const rulesOf = () => {
    throw new Error("not needed");
  };
  return noticesOf({ client, clientId: "us", currency: "USD", rulesOf }).nextNotice();
}

it.each([
  ["80.00", { priceCents: 8000, currency: "USD" }],
  ["-12.5", { priceCents: -1250, currency: "USD" }],
  ["1000.0000", { priceCents: 100_000, currency: "USD" }],
  ["1,000.00", undefined],
  ["USD 80", undefined],
])("a low balance of %s is kept, whether or not it can be read", async (availableCredit, balance) => {
  const lowBalance = {
    registrarName: "Us",
    creditLimit: "0",
    creditThreshold: "10",
    thresholdType: "PERCENT" as const,
    availableCredit,
  };
  const notice = await readNotice({ type: "lowBalance", lowBalance });
  expect(notice).toMatchObject({ kind: "low_balance", details: { ...lowBalance } });
  expect(notice?.details.balance).toEqual(balance);
});
