import { describe, expect, it } from "vitest";
import { rulesOfTld } from "../model/tld-rules.ts";
import {
  contactFormProblems,
  contactProblems,
  contactRefusals,
  type JudgedContact,
} from "./contact-policy.ts";

const dana: JudgedContact = {
  countryCode: "DE",
  postalCode: "10178",
  stateOrProvince: null,
  phone: "+4930123456",
};
const pointersOf = (contact: Partial<JudgedContact>) =>
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
  ])("takes an address in %s with the postal code %s", (countryCode, postalCode) => {
    expect(pointersOf({ countryCode, postalCode })).toEqual([]);
  });

  it.each([
    ["DE", null],
    ["DE", "1017"],
    ["AT", "10178"],
    ["GB", "12345"],
    ["US", "1234"],
  ])("does not take one in %s with the postal code %s", (countryCode, postalCode) => {
    expect(pointersOf({ countryCode, postalCode, stateOrProvince: "X" })).toEqual(["/postalCode"]);
  });

  it.each([
    ["US", "94103"],
    ["CA", "K1A 0B1"],
    ["AU", "2000"],
  ])("wants the state where there are states: %s", (countryCode, postalCode) => {
    expect(pointersOf({ countryCode, postalCode })).toEqual(["/stateOrProvince"]);
    expect(pointersOf({ countryCode, postalCode, stateOrProvince: "X" })).toEqual([]);
  });

  it.each(["XX", "ZZ", "UK", "EU"])("knows no country %s", (countryCode) => {
    expect(pointersOf({ countryCode, postalCode: null })).toEqual(["/countryCode"]);
  });
});

describe("contactProblems", () => {
  const swiss = { ...dana, countryCode: "CH", postalCode: "8001" };

  it("keeps registrants of .eu in the union and the EEA, and nobody else", () => {
    expect(contactProblems(rulesOfTld("eu"), swiss)).toMatchObject([{ pointer: "/countryCode" }]);
    expect(contactProblems(rulesOfTld("eu"), dana)).toEqual([]);
    expect(contactProblems(rulesOfTld("eu"), { ...dana, countryCode: "NO", postalCode: "0150" })).toEqual([]);
    expect(contactProblems(rulesOfTld("eu"), swiss, "tech")).toEqual([]);
  });

  it("lets registrants of other top-level domains be anywhere", () => {
    for (const tld of ["com", "de", "io"]) {
      expect(contactProblems(rulesOfTld(tld), swiss)).toEqual([]);
    }
  });
});

describe("contactRefusals", () => {
  it("says in words of people where a registrant has to be", () => {
    const swiss = { ...dana, countryCode: "CH", postalCode: "8001" };
    expect(contactRefusals(rulesOfTld("eu"), swiss, "registrant")).toEqual([
      "the registrant must be in the European Union, Iceland, Liechtenstein or Norway",
    ]);
    expect(contactRefusals(rulesOfTld("eu"), swiss, "tech")).toEqual([]);
  });

  it.each([
    [{ postalCode: null }, "the contact's postal code is needed in DE"],
    [{ postalCode: "1017" }, "the contact's postal code must be 5 digits in DE"],
    [{ countryCode: "XX" }, "the contact's country code is not the code of a country (ISO 3166-1)"],
    [{ countryCode: "US", postalCode: "94103" }, "the contact's state or province is needed in US"],
    [
      { phone: "030 123456" },
      "the contact's telephone number must begin with + and the country's code, such as +49 30 123456",
    ],
  ])("names the fields of a contact as people do: %o", (change, sentence) => {
    expect(contactRefusals(rulesOfTld("com"), { ...dana, ...change }, "admin")).toEqual([sentence]);
  });
});
