import { expect, it } from "vitest";
import { quotedPrice } from "./price-domain.ts";

it("buys nothing at a price that the registry did not quote", () => {
  expect(quotedPrice(0, "EUR")).toEqual({ priceCents: 0, currency: "EUR" });
  expect(() => quotedPrice(null, "EUR")).toThrow(expect.objectContaining({ kind: "unavailable" }));
});
