import { mailAliasPatch } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { namingAddresses, splitAddresses } from "./parse-addresses.ts";

describe("typed addresses", () => {
  it.each([
    ["a@b.de", ["a@b.de"]],
    ["a@b.de\n c@d.de \n\n", ["a@b.de", "c@d.de"]],
    ["a@b.de, c@d.de;e@f.de,", ["a@b.de", "c@d.de", "e@f.de"]],
    ['Ada Example <a@b.de>, "C" <c@d.de>', ["a@b.de", "c@d.de"]],
    ["a@b.de\na@b.de", ["a@b.de"]],
    [" ", []],
    ["not an address", ["not an address"]],
  ])("%j are split", (typed, addresses) => {
    expect(splitAddresses(typed)).toEqual(addresses);
  });

  it("that are invalid are named in the message", () => {
    const schema = namingAddresses(mailAliasPatch);
    const refused = schema.safeParse({ toAddresses: ["a@b.de", "c"] });
    expect(refused.success ? [] : refused.error.issues).toEqual([
      { path: ["toAddresses", 1], message: "c: Enter an email address, such as dana@example.com." },
    ]);
    const empty = schema.safeParse({ toAddresses: [] });
    expect(empty.success ? [] : empty.error.issues.map(({ message }) => message)).toEqual([
      "Enter at least one address.",
    ]);
  });
});
