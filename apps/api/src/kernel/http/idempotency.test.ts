import { expect, it } from "vitest";
import { isFinalStatus } from "./idempotency.ts";

it.each([200, 201, 202, 204, 400, 403, 404, 409, 422])("stores a response with %i for repeats", (status) => {
  expect(isFinalStatus(status)).toBe(true);
});

it.each([401, 402, 429, 500, 503])("runs a request again after %i", (status) => {
  expect(isFinalStatus(status)).toBe(false);
});
