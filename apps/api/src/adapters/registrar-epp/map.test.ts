import { expect, it } from "vitest";
import { pricesOf } from "./map.ts";

it("distinguishes a price of zero from no price", () => {
  const fee = (amount: string) => ({ amount });
  expect(
    pricesOf({
      name: "example.com",
      available: true,
      commands: [
        { name: "create", standard: true, fees: [fee("10.00"), fee("1.99")] },
        { name: "transfer", standard: true, fees: [fee("0.00")] },
        { name: "restore", standard: true, fees: [] },
      ],
    }),
  ).toEqual({
    premium: false,
    registerYearCents: 1199,
    renewYearCents: null,
    transferCents: 0,
    restoreCents: null,
  });
  expect(pricesOf(undefined)).toMatchObject({ registerYearCents: null });
});
