import { expect, it } from "vitest";
import { feesOf } from "./map.ts";

it("distinguishes a fee of zero from no fee", () => {
  const fee = (amount: string) => ({ amount });
  expect(
    feesOf({
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
    costs: { registerYearCents: 1199, renewYearCents: null, transferCents: 0, restoreCents: null },
  });
  expect(feesOf(undefined)).toMatchObject({ costs: { registerYearCents: null } });
});
