import { emailAddress } from "@zonepost/schema";
import { expect, it } from "vitest";
import { signInSchema } from "./sign-in-schema.ts";

const schema = signInSchema({ passwordMissing: "password" });

it("normalizes and refuses the same addresses as the API's schema", () => {
  for (const email of [
    "",
    "owner@demo.test",
    " owner@demo.test ",
    "first.last+tag@sub.example.co",
    "o'brien@example.com",
    "r&d@example.com",
    "info@xn--e1afmkfd.xn--p1ai",
    "\u00a0Owner@Bücher.example\u200b",
    "under_score@example.com",
    ".dot@example.com",
    "dot.@example.com",
    "two..dots@example.com",
    "no-domain@",
    "no-tld@example",
    "at@at@example.com",
    "spaces in@example.com",
    "umläut@example.com",
    "a@-example.com",
    "a@b.c",
    `${"a".repeat(250)}@example.com`,
  ]) {
    const read = schema.safeParse({ email, password: "x" });
    const asInApi = emailAddress.safeParse(email);
    expect([email, read.success ? read.data.email : undefined, read.error?.issues[0]?.message]).toEqual([
      email,
      asInApi.data,
      asInApi.error?.issues[0]?.message,
    ]);
  }
});

it("requires a password if there is a message for a missing one", () => {
  expect(schema.safeParse({ email: "a@example.com", password: "" })).toEqual({
    success: false,
    error: { issues: [{ path: ["password"], message: "password" }] },
  });
  const byLink = signInSchema({ passwordMissing: undefined });
  expect(byLink.safeParse({ email: " a@example.com", password: "" })).toEqual({
    success: true,
    data: { email: "a@example.com", password: "" },
  });
});
