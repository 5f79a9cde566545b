import { describe, expect, it } from "vitest";
import { readTldRules } from "../tlds/read-tld-rules.ts";
import { type CheckedContact, contactFormProblems, contactProblems } from "./contact-policy.ts";

const { of: rulesOf } = readTldRules(undefined, []);

const dana: CheckedContact = {
  countryCode: "DE",
  postalCode: "10178",
  stateOrProvince: null,
  phone: "+4930123456",
};
const pointersOf = (contact: Partial<CheckedContact>) =>
  contactFormProblems({ ...dana, ...contact }).map(({ pointer }) => pointer);

describe("contactFormProblems", () => {
  it.each([
    ["DE", "10178"],
    ["AT", "1010"],
    ["GB", "SW1A 1AA"],
    ["GB", "M1 1AE"],
    ["NL", "1012 AB"],
    ["SE", "114 55"],
    ["PL", "00-001"],
    ["JP", "100-0001"],
    ["IE", null],
    ["HK", null],
    ["AE", null],
  ])("accepts an address in %s with the postal code %s", (countryCode, postalCode) => {
    expect(pointersOf({ countryCode, postalCode })).toEqual([]);
  });

  it.each([
    ["DE", null],
    ["DE", "1017"],
    ["AT", "10178"],
    ["GB", "12345"],
    ["US", "1234"],
  ])("rejects an address in %s with the postal code %s", (countryCode, postalCode) => {
    expect(pointersOf({ countryCode, postalCode, stateOrProvince: "X" })).toEqual(["/postalCode"]);
  });

  it.each([
    ["US", "94103"],
    ["CA", "K1A 0B1"],
    ["AU", "2000"],
  ])("requires a state in countries that have states: %s", (countryCode, postalCode) => {
    expect(pointersOf({ countryCode, postalCode })).toEqual(["/stateOrProvince"]);
    expect(pointersOf({ countryCode, postalCode, stateOrProvince: "X" })).toEqual([]);
  });

  it.each(["XX", "ZZ", "UK", "EU"])("rejects the unknown country %s", (countryCode) => {
    expect(pointersOf({ countryCode, postalCode: null })).toEqual(["/countryCode"]);
  });
});

describe("contactProblems", () => {
  const swiss = { ...dana, countryCode: "CH", postalCode: "8001" };

  it("restricts .eu registrants to the EU and the EEA", () => {
    expect(contactProblems(rulesOf("eu"), swiss)).toMatchObject([{ pointer: "/countryCode" }]);
    expect(contactProblems(rulesOf("eu"), dana)).toEqual([]);
    expect(contactProblems(rulesOf("eu"), { ...dana, countryCode: "NO", postalCode: "0150" })).toEqual([]);
    expect(contactProblems(rulesOf("eu"), swiss, "tech")).toEqual([]);
  });

  it("allows registrants of other TLDs anywhere", () => {
    for (const tld of ["com", "de", "io"]) {
      expect(contactProblems(rulesOf(tld), swiss)).toEqual([]);
    }
  });
});

describe("the messages of contactProblems", () => {
  const messagesOf = (...input: Parameters<typeof contactProblems>) =>
    contactProblems(...input).map(({ message }) => message);

  it("state where a registrant must be located", () => {
    const swiss = { ...dana, countryCode: "CH", postalCode: "8001" };
    expect(messagesOf(rulesOf("eu"), swiss, "registrant")).toEqual([
      "The registrant must be located in the European Union, Iceland, Liechtenstein or Norway.",
    ]);
    expect(messagesOf(rulesOf("eu"), swiss, "tech")).toEqual([]);
  });

  it.each([
    [{ postalCode: null }, "A postal code is required in DE."],
    [{ postalCode: "1017" }, "Postal codes in DE have 5 digits."],
    [{ countryCode: "XX" }, "Enter a country code from ISO 3166-1."],
    [{ countryCode: "US", postalCode: "94103" }, "A state or province is required in US."],
    [{ phone: "030 123456" }, "Start the phone number with + and the country code, such as +49 30 123456."],
  ])("are full sentences about the field: %o", (change, sentence) => {
    expect(messagesOf(rulesOf("com"), { ...dana, ...change }, "admin")).toEqual([sentence]);
  });
});
