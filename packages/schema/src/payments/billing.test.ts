import { describe, expect, it } from "vitest";
import { billingProfileInput } from "./billing.ts";

const profile = {
  company: "Example GmbH",
  address: "Linienstraße 12\n10178 Berlin",
  countryCode: "DE",
  vatId: "DE123456789",
};

describe("billingProfileInput", () => {
  it("normalizes a profile", () => {
    expect(
      billingProfileInput.parse({
        company: " Example GmbH ",
        address: "Linienstraße 12\r\n10178 Berlin\n",
        countryCode: "de",
        vatId: " de123456789 ",
      }),
    ).toEqual(profile);
  });

  it("clears fields that are left out, null or empty", () => {
    const cleared = { company: null, address: null, countryCode: null, vatId: null };
    expect(billingProfileInput.parse({})).toEqual(cleared);
    expect(billingProfileInput.parse(cleared)).toEqual(cleared);
    expect(billingProfileInput.parse({ company: "", address: "", countryCode: "", vatId: "" })).toEqual(
      cleared,
    );
  });

  it.each(["CHE-123.456.789 MWST", "ATU12345678", "12-3456789", "GB 123 4567 89"])(
    "accepts the tax ID %s",
    (vatId) => {
      expect(billingProfileInput.parse({ vatId }).vatId).toBe(vatId);
    },
  );

  it.each<[string, object, string]>([
    [
      "a company of two lines",
      { company: "Example\nGmbH" },
      "Remove line breaks and other control characters.",
    ],
    ["a long address", { address: "a".repeat(501) }, "Use at most 500 characters."],
    ["an address of nine lines", { address: "1\n2\n3\n4\n5\n6\n7\n8\n9" }, "Enter at most eight lines."],
    ["control characters in an address", { address: "a\u0007b" }, "Remove the control characters."],
    ["half a character in an address", { address: "a\ud800" }, "Remove the control characters."],
    ["an invisible address", { address: "\u200b" }, "Enter a value."],
    ["a country that doesn't exist", { countryCode: "XX" }, "Choose a country."],
    [
      "a VAT ID with other characters",
      { vatId: "DE<123456789>" },
      "Enter the VAT ID as it is registered, such as DE123456789.",
    ],
    ["an unknown field", { city: "Berlin" }, 'Unrecognized key: "city"'],
  ])("rejects %s", (_, wrong, message) => {
    const result = billingProfileInput.safeParse({ ...profile, ...wrong });
    expect(result.error?.issues.map((issue) => issue.message)).toContain(message);
  });
});
