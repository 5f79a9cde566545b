import { expect, it } from "vitest";
import { mailAliasInput } from "./aliases.ts";

it("rejects unknown fields of an alias", () => {
  const alias = { fromAddress: "a@b.de", toAddress: "c@d.de" };
  expect(mailAliasInput.safeParse(alias).success).toBe(true);
  expect(mailAliasInput.safeParse({ ...alias, active: true }).success).toBe(false);
});
