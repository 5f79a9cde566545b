import { expect, it } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { type OrderProblem, requireOrderable, totalChanged } from "./errors.ts";

const priceChanged = { code: "price_changed", message: "The price is now 11.88 EUR.", isRefusal: true };
const taken = { code: "domain_unavailable", message: "Taken.", pointer: "/lines/1", isRefusal: true };
const field = { code: "invalid_input", message: "Enter a name.", pointer: "/lines/0/name", isRefusal: false };
const confirm = { ...field, pointer: "/lines/0/expectedPriceCents" };
const authCode = { ...field, code: "wrong_auth_code", pointer: "/lines/0/authCode" };

const price = { priceCents: 1188, currency: "EUR" };
const order = (problems: OrderProblem[], lineCount = 1) => ({
  lines: Array.from({ length: lineCount }, () => ({ priceCents: 1188 })),
  currency: "EUR",
  problems,
  refusals: [totalChanged(1414, "EUR")],
});

it.each<[string, ReturnType<typeof order>, object]>([
  [
    "the fields of all lines before any conflict",
    order([taken, field, authCode], 2),
    {
      kind: "invalid",
      code: "invalid_input",
      fields: [{ pointer: "/lines/0/name" }, { pointer: "/lines/0/authCode" }],
    },
  ],
  ["the code of fields that all have it", order([authCode]), { kind: "invalid", code: "wrong_auth_code" }],
  [
    "the conflict of a line, with its pointer",
    order([taken], 2),
    { kind: "conflict", code: "domain_unavailable", fields: [{ pointer: "/lines/1" }] },
  ],
  [
    "a conflict before a changed total",
    order([{ ...taken, pointer: null }]),
    { code: "domain_unavailable", fields: undefined },
  ],
  [
    "the price of the only line, if it has changed",
    order([{ ...priceChanged, pointer: null }]),
    { kind: "conflict", code: "price_changed", extensions: price },
  ],
  ["the price that must be confirmed", order([confirm]), { code: "invalid_input", extensions: price }],
  ["no price for several lines", order([confirm], 2), { code: "invalid_input", extensions: undefined }],
  [
    "the total that has changed",
    order([]),
    { kind: "conflict", code: "price_changed", extensions: { totalCents: 1414, currency: "EUR" } },
  ],
])("returns %s", (_, quoted, error) => {
  try {
    requireOrderable(quoted);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject(error);
    return;
  }
  expect.unreachable();
});

it("accepts an order without problems", () => {
  expect(() => requireOrderable({ ...order([]), refusals: [] })).not.toThrow();
});
