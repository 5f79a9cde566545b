import { type ContactInput, type ContactRole, countryCodes, phoneNumber } from "@zonepost/schema";
import type { TldRules } from "../tlds/tld-rules.ts";

/** `pointer` is an RFC 6901 pointer within the contact. */
export type ContactProblem = { pointer: string; message: string };

export type CheckedContact = Pick<ContactInput, "countryCode" | "postalCode" | "stateOrProvince" | "phone">;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const knownCountries: ReadonlySet<string> = new Set(countryCodes);

const countriesWithStates = words("AU CA US");

const digits = (count: number) => ({ pattern: new RegExp(`^\\d{${count}}$`), form: `${count} digits` });
const four = digits(4);
const five = digits(5);
const six = digits(6);
const spaced = { pattern: /^\d{3} ?\d{2}$/, form: "3 digits followed by 2 digits" };

// Universal Postal Union, addressing systems: where letters need a postal code, and how it looks.
const postalCodes: Readonly<Record<string, { pattern: RegExp; form: string }>> = {
  AT: four,
  AU: four,
  BE: four,
  BG: four,
  CA: { pattern: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, form: "alternating letters and digits, such as K1A 0B1" },
  CH: four,
  CY: four,
  CZ: spaced,
  DE: five,
  DK: four,
  EE: five,
  ES: five,
  FI: five,
  FR: five,
  GB: { pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, form: "letters and digits, such as SW1A 1AA" },
  GR: spaced,
  HR: five,
  HU: four,
  IN: { pattern: /^\d{3} ?\d{3}$/, form: "6 digits" },
  IS: { pattern: /^\d{3}$/, form: "3 digits" },
  IT: five,
  JP: { pattern: /^\d{3}-?\d{4}$/, form: "3 digits followed by 4 digits" },
  LI: four,
  LT: { pattern: /^(LT-)?\d{5}$/i, form: "5 digits" },
  LU: { pattern: /^(L-)?\d{4}$/i, form: "4 digits" },
  LV: { pattern: /^(LV-)?\d{4}$/i, form: "4 digits" },
  MT: { pattern: /^[A-Z]{3} ?\d{4}$/i, form: "3 letters followed by 4 digits" },
  MX: five,
  NL: { pattern: /^\d{4} ?[A-Z]{2}$/i, form: "4 digits followed by 2 letters" },
  NO: four,
  NZ: four,
  PL: { pattern: /^\d{2}-?\d{3}$/, form: "2 digits followed by 3 digits, such as 00-001" },
  PT: { pattern: /^\d{4}(-\d{3})?$/, form: "4 digits followed by 3 digits, such as 1000-001" },
  RO: six,
  SE: spaced,
  SI: four,
  SK: spaced,
  US: { pattern: /^\d{5}(-\d{4})?$/, form: "5 digits, or 5 digits followed by 4 digits" },
};

export function contactFormProblems(contact: CheckedContact): ContactProblem[] {
  const problems: ContactProblem[] = [];
  const { countryCode, postalCode, stateOrProvince } = contact;
  if (!knownCountries.has(countryCode)) {
    problems.push({ pointer: "/countryCode", message: "Enter a country code from ISO 3166-1." });
  }
  const expected = Object.hasOwn(postalCodes, countryCode) ? postalCodes[countryCode] : undefined;
  if (expected && postalCode === null) {
    problems.push({ pointer: "/postalCode", message: `A postal code is required in ${countryCode}.` });
  } else if (expected && postalCode !== null && !expected.pattern.test(postalCode)) {
    problems.push({
      pointer: "/postalCode",
      message: `Postal codes in ${countryCode} have ${expected.form}.`,
    });
  }
  if (countriesWithStates.has(countryCode) && stateOrProvince === null) {
    problems.push({
      pointer: "/stateOrProvince",
      message: `A state or province is required in ${countryCode}.`,
    });
  }
  const phone = phoneNumber.safeParse(contact.phone);
  if (!phone.success) {
    problems.push({ pointer: "/phone", message: phone.error.issues[0]?.message ?? "Enter a phone number." });
  }
  return problems;
}

type RegistrantRules = Pick<TldRules, "registrantCountryCodes" | "registrantPlace">;

export const contactProblems = (
  rules: RegistrantRules,
  contact: CheckedContact,
  role: ContactRole = "registrant",
): ContactProblem[] => [...contactFormProblems(contact), ...locationProblems(rules, contact, role)];

function locationProblems(
  { registrantCountryCodes, registrantPlace }: RegistrantRules,
  contact: CheckedContact,
  role: ContactRole,
): ContactProblem[] {
  const isAllowed = registrantCountryCodes?.includes(contact.countryCode) ?? true;
  if (role !== "registrant" || isAllowed) {
    return [];
  }
  return [{ pointer: "/countryCode", message: `The registrant must be located in ${registrantPlace}.` }];
}
