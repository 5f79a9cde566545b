import { describe, expect, it } from "vitest";
import { paymentDetails } from "../../../testing/records.ts";
import { centsOf } from "../../../ui/values/cents-of.ts";
import { leftOfLine } from "./refund-choice.ts";

it.each([
  ["12", "EUR", 1200],
  [" 12.5 ", "EUR", 1250],
  ["12,50", "EUR", 1250],
  ["0.07", "EUR", 7],
  ["19.99", "EUR", 1999],
  ["12.345", "EUR", undefined],
  ["1200", "JPY", 1200],
  ["12.5", "JPY", undefined],
  ["1.234,50", "EUR", undefined],
  ["-3", "EUR", undefined],
  ["12 EUR", "EUR", undefined],
  ["", "EUR", undefined],
  [".5", "EUR", undefined],
])("reads %j in %s as %s", (text, currency, cents) => {
  expect(centsOf(text, currency)).toBe(cents);
});

describe("what is left of a line", () => {
  const line = { ...paymentDetails.order.lines[0], priceCents: 1000, taxCents: 190 };
  const refund = (state: string, amountCents: number, lineId = line.id) => ({
    state,
    lines: [{ lineId, amountCents }],
  });
  it.each([
    ["all of it", [], 5000, 1190],
    ["less after a refund", [refund("succeeded", 190)], 5000, 1000],
    ["less while a refund is pending", [refund("pending", 1190)], 5000, 0],
    ["all of it while the operator decides", [refund("waiting", 1190)], 5000, 1190],
    ["all of it after a refund failed", [refund("failed", 1190)], 5000, 1190],
    ["all of it after another line's refund", [refund("succeeded", 190, "orl_other")], 5000, 1190],
    ["at most what is left of the payment", [], 700, 700],
  ])("is %s", (_, refunds, refundableCents, left) => {
    const details = { refunds, refundableCents } as unknown as typeof paymentDetails;
    expect(leftOfLine(line as (typeof paymentDetails.order.lines)[number], details)).toBe(left);
  });
});
