import { expect, it } from "vitest";
import { card } from "../../../testing/records.ts";
import { cardStateOf } from "./card-state.ts";

const lastFailure = { code: "card_declined", message: "Declined.", failedAt: "2026-11-01T00:00:00.000Z" };
const soon = { expiryYear: 2026, expiryMonth: 11 };
const expired = { expiryYear: 2026, expiryMonth: 10 };

it.each([
  ["valid", {}],
  ["soon", soon],
  ["expired", expired],
  ["declined", { lastFailure }],
  ["declined", { ...soon, lastFailure }],
  ["expired", { ...expired, lastFailure }],
])("is %s with %o", (state, change) => {
  expect(cardStateOf({ ...card, ...change }, new Date("2026-11-30T12:00:00Z"))).toBe(state);
});
