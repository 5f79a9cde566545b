import type { PaymentDetails } from "@zonepost/schema/panel";
import { expect, it } from "vitest";
import { paymentDetails } from "../../../testing/records.ts";
import { timelineOf } from "./timeline.ts";

type Attempt = PaymentDetails["attempts"][number];
type Dispute = PaymentDetails["disputes"][number];
type Refund = PaymentDetails["refunds"][number];

const at = (day: number) => `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
const ada = { kind: "user", name: "Ada" } as const;
const attempt = (day: number, change: Partial<Attempt>): Attempt => ({
  kind: "card",
  state: "succeeded",
  failure: null,
  requestedBy: ada,
  createdAt: at(day),
  finishedAt: at(day),
  ...change,
});
const dispute = (day: number, change: Partial<Dispute>): Dispute => ({
  kind: "dispute",
  state: "open",
  isInquiry: false,
  amountCents: 1414,
  evidenceDueAt: null,
  openedAt: at(day),
  closedAt: null,
  ...change,
});
const refund = (day: number, change: Partial<Refund>) =>
  ({
    state: "succeeded",
    amountCents: 100,
    requestedBy: ada,
    failure: null,
    createdAt: at(day),
    finishedAt: at(day + 1),
    ...change,
  }) as Refund;
const declined = { code: "card_declined", message: "Your card was declined." };
const ordered = { at: at(1), kind: "ordered" };

it.each<[string, Partial<PaymentDetails>, object[]]>([
  ["that is only ordered", { attempts: [] }, []],
  [
    "that was declined, then paid on a page",
    {
      attempts: [
        attempt(2, { state: "failed", failure: declined }),
        attempt(3, { kind: "page", finishedAt: at(4) }),
      ],
      receivedAt: at(4),
      confirmedAt: at(24),
    },
    [
      { at: at(2), kind: "declined", reason: declined.message, by: ada },
      { at: at(3), kind: "page_opened" },
      { at: at(4), kind: "received" },
      { at: at(24), kind: "confirmed" },
    ],
  ],
  [
    "whose page has only seen a decline, and whose order was canceled",
    {
      attempts: [attempt(2, { kind: "page", state: "canceled", failure: declined, finishedAt: at(3) })],
      order: { ...paymentDetails.order, state: "cancelled", finishedAt: at(3) },
      receivedAt: null,
    },
    [{ kind: "page_opened" }, { at: at(3), kind: "declined" }, { at: at(3), kind: "order_canceled" }],
  ],
  [
    "that waits for the bank's question",
    { attempts: [attempt(2, { state: "awaiting_customer", finishedAt: null })], receivedAt: null },
    [{ kind: "authentication", by: ada }],
  ],
  [
    "that is being charged",
    { attempts: [attempt(2, { state: "confirming", finishedAt: null })], receivedAt: null },
    [{ kind: "charging" }],
  ],
  [
    "that was paid twice",
    { attempts: [attempt(4, { kind: "card" }), attempt(2, {})], receivedAt: at(2) },
    [
      { at: at(2), kind: "received" },
      { at: at(4), kind: "charged_twice" },
    ],
  ],
  [
    "with a fraud warning, a dispute that was won, and one that was lost",
    {
      attempts: [],
      disputes: [
        dispute(2, { kind: "early_fraud_warning", state: "released", closedAt: at(3) }),
        dispute(3, { state: "won", closedAt: at(5) }),
        dispute(6, { state: "lost", closedAt: at(7) }),
      ],
    },
    [
      { at: at(2), kind: "warning_opened" },
      { at: at(3), kind: "warning_closed" },
      { at: at(3), kind: "dispute_opened", amountCents: 1414 },
      { at: at(5), kind: "dispute_won" },
      { at: at(6), kind: "dispute_opened" },
      { at: at(7), kind: "dispute_lost" },
    ],
  ],
  [
    "with a request that was declined",
    {
      attempts: [],
      refunds: [refund(2, { state: "failed", failure: { code: "declined", message: "Declined." } })],
    },
    [
      { at: at(2), kind: "refund_waiting" },
      { at: at(3), kind: "refund_declined", amountCents: 100 },
    ],
  ],
  [
    "with refunds",
    {
      attempts: [],
      refunds: [
        refund(2, {}),
        refund(3, { state: "failed", failure: { code: "expired_card", message: "The card has expired." } }),
        refund(5, { state: "pending", finishedAt: null }),
      ],
    },
    [
      { at: at(3), kind: "refunded", amountCents: 100, by: ada },
      { at: at(4), kind: "refund_failed", reason: "The card has expired." },
      { at: at(5), kind: "refund_pending" },
    ],
  ],
])("lists the steps of a payment %s", (_, change, entries) => {
  const timeline = timelineOf({ ...paymentDetails, ...change });
  expect(timeline).toMatchObject([ordered, ...entries]);
});
