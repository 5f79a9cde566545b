import { describe, expect, it } from "vitest";
import type { RegistrantDetails } from "../../modules/domains/ports.ts";
import { contactChange, postalInfosOf } from "./contacts.ts";

const ada: RegistrantDetails = {
  name: "Ada Weber",
  organization: null,
  email: "ada@example.com",
  phone: "+4930123456",
  street: ["Linienstr. 12"],
  city: "Berlin",
  stateOrProvince: null,
  postalCode: "10178",
  countryCode: "DE",
};

describe("the postal forms of a contact (RFC 5733 section 2.5)", () => {
  it("are one if everything is ASCII", () => {
    expect(postalInfosOf(ada)).toEqual([
      {
        type: "int",
        name: "Ada Weber",
        address: { street: ["Linienstr. 12"], city: "Berlin", postalCode: "10178", countryCode: "DE" },
      },
    ]);
  });

  it("are two otherwise: one in ASCII and one with the original letters", () => {
    const details = {
      ...ada,
      name: "Лев Толстой",
      organization: "ООО «Ясная Поляна»",
      street: ["ул. Арбат, 1", "кв. 2"],
      city: "Москва",
      stateOrProvince: "Москва",
      postalCode: "119002",
      countryCode: "RU",
    };
    expect(postalInfosOf(details)).toEqual([
      {
        type: "int",
        name: "Lev Tolstoy",
        organization: `OOO <<Yasnaya Polyana>>`,
        address: {
          street: ["ul. Arbat, 1", "kv. 2"],
          city: "Moskva",
          stateOrProvince: "Moskva",
          postalCode: "119002",
          countryCode: "RU",
        },
      },
      {
        type: "loc",
        name: "Лев Толстой",
        organization: "ООО «Ясная Поляна»",
        address: {
          street: ["ул. Арбат, 1", "кв. 2"],
          city: "Москва",
          stateOrProvince: "Москва",
          postalCode: "119002",
          countryCode: "RU",
        },
      },
    ]);
  });

  it("are two if only the province isn't ASCII", () => {
    const forms = postalInfosOf({ ...ada, stateOrProvince: "Thüringen" });
    expect(forms.map(({ address }) => address?.stateOrProvince)).toEqual(["Thueringen", "Thüringen"]);
  });

  it("stay two if the registry has both, so that neither becomes stale", () => {
    const known = postalInfosOf({ ...ada, name: "Адa" });
    expect(postalInfosOf(ada, known).map(({ type, name }) => [type, name])).toEqual([
      ["int", "Ada Weber"],
      ["loc", "Ada Weber"],
    ]);
  });
});

describe("updating a domain's contacts", () => {
  const before = { registrant: "r1", admin: "a1", tech: null };

  it("adds, removes and replaces only what differs", () => {
    expect(contactChange(before, { registrant: "r2", admin: "a2", tech: "t2" })).toEqual({
      add: {
        contacts: [
          { type: "admin", id: "a2" },
          { type: "tech", id: "t2" },
        ],
      },
      remove: { contacts: [{ type: "admin", id: "a1" }] },
      change: { registrant: "r2" },
    });
    expect(contactChange(before, before)).toEqual({});
  });
});
