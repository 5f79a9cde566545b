import { describe, expect, it } from "vitest";
import { contactInput, contactPatch, countryCode, phoneNumber } from "./contacts.ts";

const dana = {
  name: "Dana Meier",
  email: "dana@example.com",
  phone: "+49 30 123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  countryCode: "de",
};

describe("contactInput", () => {
  it("normalizes a contact, with null for missing fields", () => {
    expect(contactInput.parse({ ...dana, organization: "" })).toEqual({
      ...dana,
      phone: "+4930123456",
      countryCode: "DE",
      organization: null,
      stateOrProvince: null,
      postalCode: null,
    });
  });

  it.each([
    ["a name of two lines", { name: "Dana\nMeier" }],
    ["an invisible name", { name: "\u200b" }],
    ["a name with a direction override", { name: "\u202eDana" }],
    ["a city with a character invalid in XML", { city: "Berlin\ufffe" }],
    ["no street", { street: [] }],
    ["a street with four lines", { street: ["1", "2", "3", "4"] }],
    ["an unknown field", { fax: "+4930123457" }],
  ])("rejects %s", (_, wrong) => {
    expect(contactInput.safeParse({ ...dana, ...wrong }).success).toBe(false);
  });
});

describe("contactPatch", () => {
  it("omits missing fields, and clears empty ones", () => {
    expect(contactPatch.parse({ city: "Potsdam" })).toEqual({ city: "Potsdam" });
    expect(contactPatch.parse({ organization: "", postalCode: null })).toEqual({
      organization: null,
      postalCode: null,
    });
  });
});

describe("phoneNumber and countryCode", () => {
  it.each(["030 123456", "+0301234567", "+12", "+49301234567890123", "+49 abc"])("reject %j", (phone) => {
    expect(phoneNumber.safeParse(phone).success).toBe(false);
  });
  it.each(["DEU", "D", "49", ""])("reject the country %j", (code) => {
    expect(countryCode.safeParse(code).success).toBe(false);
  });
});
