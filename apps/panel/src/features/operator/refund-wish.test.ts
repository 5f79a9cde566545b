import { expect, it } from "vitest";
import { operatorPayment } from "../../testing/records.ts";
import { amountText } from "../../ui/values/cents-of.ts";
import { centsToRefund, wishOf } from "./refund-wish.ts";

const [one = "", two = ""] = operatorPayment.order.lines.map(({ id }) => id);

it.each([
  ["whole lines by their ID", { [one]: "14.14", [two]: "14,14" }, { lineIds: [one, two] }],
  ["a part as an allocation", { [one]: "5" }, { allocation: [{ lineId: one, amountCents: 500 }] }],
  [
    "a whole line next to a part as an allocation",
    { [one]: "14.14", [two]: "0.01" },
    {
      allocation: [
        { lineId: one, amountCents: 1414 },
        { lineId: two, amountCents: 1 },
      ],
    },
  ],
  ["nothing while no line is chosen", {}, undefined],
  ["nothing for more than is left", { [one]: "14.15" }, undefined],
  ["nothing for zero", { [one]: "0" }, undefined],
  ["nothing for words", { [one]: "all" }, undefined],
])("sends %s", (_, typed, wish) => {
  expect(wishOf(operatorPayment, typed as Record<string, string>)).toEqual(wish);
});

it.each(["EUR", "JPY", "KWD"])("reads the whole of a line in %s as it is filled in", (currency) => {
  expect(centsToRefund(amountText(1414, currency), 1414, currency)).toBe(1414);
});
