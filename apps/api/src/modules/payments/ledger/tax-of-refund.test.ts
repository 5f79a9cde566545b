import { describe, expect, it } from "vitest";
import { taxOfRefund } from "./tax-of-refund.ts";

describe("the tax in a refund", () => {
  const succeeded = { state: "succeeded", reason: "requested" } as const;
  const order = { amountCents: 1190, taxCents: 190 };

  it.each<[string, typeof order, Parameters<typeof taxOfRefund>[2], amountCents: number, taxCents: number]>([
    ["is its share", order, [], 333, 53],
    ["is what is left at the end", order, [{ ...succeeded, amountCents: 600, taxCents: 96 }], 590, 94],
    [
      "ignores refunds that failed",
      order,
      [{ ...succeeded, state: "failed", amountCents: 600, taxCents: 96 }],
      1190,
      190,
    ],
    [
      "ignores the second charge of a payment",
      order,
      [{ ...succeeded, reason: "paid_twice", amountCents: 1190, taxCents: 190 }],
      1190,
      190,
    ],
    [
      "isn't negative",
      { amountCents: 6, taxCents: 1 },
      [{ ...succeeded, amountCents: 1, taxCents: 1 }],
      1,
      0,
    ],
    [
      "isn't more than the refund",
      { amountCents: 10, taxCents: 9 },
      [{ ...succeeded, amountCents: 5, taxCents: 0 }],
      1,
      1,
    ],
    ["isn't returned twice", order, [{ ...succeeded, amountCents: 1190, taxCents: 190 }], 1190, 0],
    ["is the whole tax of the whole", { amountCents: 12, taxCents: 3 }, [], 12, 3],
  ])("%s", (_, payment, earlier, amountCents, taxCents) => {
    expect(taxOfRefund(payment, amountCents, earlier)).toBe(taxCents);
  });

  it.each([
    ["of any amounts", order, [1, 1, 333, 333, 522]],
    ["line by line", { amountCents: 2592, taxCents: 414 }, [1178, 1414]],
    ["of lines whose tax was rounded down", { amountCents: 9, taxCents: 0 }, [3, 3, 3]],
    ["of lines whose tax was rounded up", { amountCents: 12, taxCents: 3 }, [4, 4, 4]],
  ])("sums to the tax of the payment, %s", (_, payment, amounts) => {
    const refunds: { state: "succeeded"; reason: string; amountCents: number; taxCents: number }[] = [];
    for (const amountCents of amounts) {
      refunds.push({ ...succeeded, amountCents, taxCents: taxOfRefund(payment, amountCents, refunds) });
    }
    expect(refunds.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(payment.taxCents);
  });
});
