import { EppResultError } from "@zonepost/epp";
import { expect, it } from "vitest";
import { feesOf, registrarErrorOf } from "./map.ts";

it.each([
  [
    "Object does not exist",
    ["example.com is not registered"],
    "Object does not exist; example.com is not registered",
  ],
  ["Object exists", ["Object exists."], "Object exists"],
  ["Object exists", ["object exists: example.com"], "object exists: example.com"],
  [
    "Parameter value policy error",
    ["Name is reserved", "Name is reserved"],
    "Parameter value policy error; Name is reserved",
  ],
  ["Command failed", ["", " "], "Command failed"],
])("repeats no text of a registry: %s, %j", (message, reasons, words) => {
  const refused = new EppResultError([{ code: 2303, message, reasons }], { svTRID: "b" });
  expect(registrarErrorOf(refused).message).toBe(`2303 ${words}`);
});

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
