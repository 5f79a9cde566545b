import { describe, expect, it } from "vitest";
import { namesIn, subjectsOf } from "./subjects.ts";

const domain = (name: string, expiresAt: string, unicodeName = name) => ({ name, unicodeName, expiresAt });
const domains = [
  domain("alder.com", "2027-05-01"),
  domain("birch.de", "2026-12-01"),
  domain("xn--bckerei-1wa.de", "2027-01-01", "bäckerei.de"),
  domain("cedar.io", "2028-01-01"),
];
const subjects = (query: string, recent: string[] = []) =>
  subjectsOf(domains, query, recent).map(({ name }) => name);

describe("subjectsOf", () => {
  it("starts with the domains that expire first if the query names none", () => {
    expect(subjects("renew")).toEqual(["birch.de", "xn--bckerei-1wa.de", "alder.com", "cedar.io"]);
  });

  it("puts the domain of the open page first, and a named one before it", () => {
    expect(subjects("renew", ["cedar.io"])[0]).toBe("cedar.io");
    expect(subjects("renew backerei", ["cedar.io"]).slice(0, 2)).toEqual(["xn--bckerei-1wa.de", "cedar.io"]);
  });

  it("returns a dozen at most", () => {
    const many = Array.from({ length: 40 }, (_, index) => domain(`name-${index}.com`, "2027-01-01"));
    expect(subjectsOf(many, "lock", [])).toHaveLength(12);
  });
});

it("finds the domains of pages about a domain or its mail", () => {
  expect(
    namesIn([
      "/domains/alder.com/dnssec",
      "/settings",
      "/domains",
      "/mail/xn--bckerei-1wa.de",
      "/domains/%A0",
    ]),
  ).toEqual(["alder.com", "xn--bckerei-1wa.de"]);
});
