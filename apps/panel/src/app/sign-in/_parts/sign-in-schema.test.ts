import { emailAddress } from "@zonepost/schema";
import { expect, it } from "vitest";
import { z } from "zod";
import { emailPattern, signInSchema } from "./sign-in-schema.ts";

const schema = signInSchema({ emailInvalid: "e-mail", passwordMissing: "password" });

it("uses zod's pattern", () => {
  expect(emailPattern.source).toBe(z.regexes.email.source.replaceAll("\\-", "-"));
});

it("accepts the same addresses as the API's schema", () => {
  for (const email of [
    "",
    "owner@demo.test",
    " owner@demo.test ",
    "first.last+tag@sub.example.co",
    "o'brien@example.com",
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
    expect([email, schema.safeParse({ email, password: "x" }).success]).toEqual([
      email,
      emailAddress.safeParse(email).success,
    ]);
  }
});

it("requires a password if there is a message for a missing one", () => {
  expect(schema.safeParse({ email: "a@example.com", password: "" })).toEqual({
    success: false,
    error: { issues: [{ path: ["password"], message: "password" }] },
  });
  const byLink = signInSchema({ emailInvalid: "e-mail", passwordMissing: undefined });
  expect(byLink.safeParse({ email: " a@example.com", password: "" })).toEqual({
    success: true,
    data: { email: "a@example.com", password: "" },
  });
});
