import { expect, it } from "vitest";
import { mailAddress } from "./address.ts";
import { mailAliasInput, mailAliasPatch } from "./aliases.ts";

it("rejects unknown fields of an alias", () => {
  const alias = { fromAddress: "a@b.de", toAddress: "c@d.de" };
  expect(mailAliasInput.safeParse(alias).success).toBe(true);
  expect(mailAliasInput.safeParse({ ...alias, active: true }).success).toBe(false);
});

it.each([
  ["*@Example.com", "*@example.com"],
  ["*@münchen.de", "*@xn--mnchen-3ya.de"],
  ["a*b@example.com", "a*b@example.com"],
  ["**@example.com", "**@example.com"],
  ["*+x@example.com", "*+x@example.com"],
])("accepts %s as the address of an alias", (fromAddress, stored) => {
  expect(mailAliasInput.parse({ fromAddress, toAddress: "c@d.de" }).fromAddress).toBe(stored);
});

it("accepts a catch-all only as the address of an alias", () => {
  expect(mailAliasInput.safeParse({ fromAddress: "a@b.de", toAddress: "*@b.de" }).success).toBe(false);
  expect(mailAliasPatch.safeParse({ toAddresses: ["*@b.de"] }).success).toBe(false);
  expect(mailAddress.safeParse("*@b.de").error?.issues[0]?.message).toContain("as a catch-all");
  expect(mailAliasInput.safeParse({ fromAddress: "*@", toAddress: "c@d.de" }).success).toBe(false);
});

it("takes one target or several for a new alias, and requires one", () => {
  const problems = (more: object) =>
    mailAliasInput
      .safeParse({ fromAddress: "a@b.de", ...more })
      .error?.issues.map(({ path, message }) => [path.join("/"), message]);
  expect(problems({ toAddress: "c@d.de" })).toBeUndefined();
  expect(problems({ toAddresses: ["c@d.de", "e@d.de"] })).toBeUndefined();
  expect(problems({})).toEqual([["toAddress", "This field is required."]]);
  expect(problems({ toAddress: "c@d.de", toAddresses: ["e@d.de"] })).toEqual([
    ["toAddresses", "Send `toAddress` or `toAddresses`, not both."],
  ]);
});

it("accepts 1 to 50 targets", () => {
  const targets = (count: number) => ({
    toAddresses: Array.from({ length: count }, (_, index) => `a${index}@b.de`),
  });
  for (const parse of [
    (count: number) => mailAliasPatch.safeParse(targets(count)),
    (count: number) => mailAliasInput.safeParse({ fromAddress: "a@b.de", ...targets(count) }),
  ]) {
    expect([0, 1, 50, 51].map((count) => parse(count).success)).toEqual([false, true, true, false]);
  }
});
