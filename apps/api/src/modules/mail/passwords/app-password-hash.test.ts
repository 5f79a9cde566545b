import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hashAppPassword, hintOf } from "./app-password-hash.ts";
import { generateAppPassword } from "./generate-password.ts";

const hasDoveadm = spawnSync("doveadm", ["pw", "-l"]).status === 0;

it("generates app passwords of six readable groups, with at least 100 bits", () => {
  const characters = new Set(Array.from({ length: 200 }, generateAppPassword).join("").replaceAll("-", ""));
  expect(generateAppPassword()).toMatch(/^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/);
  expect(24 * Math.log2(characters.size)).toBeGreaterThan(100);
});

it("hashes an app password with a salt of its own", () => {
  const hash = hashAppPassword("abcd-efgh");
  const bytes = Buffer.from(hash.replace("{SSHA256}", ""), "base64");
  const salted = Buffer.concat([Buffer.from("abcd-efgh"), bytes.subarray(32)]);
  expect(bytes.subarray(0, 32)).toEqual(createHash("sha256").update(salted).digest());
  expect(hashAppPassword("abcd-efgh")).not.toBe(hash);
});

it.skipIf(!hasDoveadm)("hashes an app password as Dovecot verifies it (skipped without doveadm)", () => {
  const password = generateAppPassword();
  const verify = (candidate: string) =>
    spawnSync("doveadm", ["pw", "-t", hashAppPassword(password), "-p", candidate]).status;
  expect(verify(password)).toBe(0);
  expect(verify(generateAppPassword())).not.toBe(0);
});

it("finds a password by the first characters of its SHA-256", () => {
  expect(hintOf("abc")).toBe("ba78");
});
