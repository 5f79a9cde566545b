import { spawnSync } from "node:child_process";
import { verify } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { generatePassword } from "./generate-password.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const hasDoveadm = spawnSync("doveadm", ["pw", "-l"]).status === 0;
const passwords = [
  "long enough",
  "pässwörd – 密码",
  "with 'quotes' \"and\" $dollars {braces}",
  generatePassword(),
];

describe("createPasswordHasher", () => {
  it("writes Dovecot's scheme before a PHC string of argon2id with 19 MiB, two passes and one lane", async () => {
    expect(await createPasswordHasher().hash("long enough")).toMatch(
      /^\{ARGON2ID\}\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it("uses a salt: the same password never gives the same hash twice", async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.hash("long enough")).not.toBe(await hasher.hash("long enough"));
  });

  it("returns a hash that matches its password and no other", async () => {
    for (const password of passwords) {
      const stored = (await createPasswordHasher().hash(password)).replace("{ARGON2ID}", "");
      expect(await verify(stored, password)).toBe(true);
      expect(await verify(stored, `${password} `)).toBe(false);
    }
  });

  it.skipIf(!hasDoveadm)("returns a hash that Dovecot accepts (skipped without doveadm)", async () => {
    const accepts = (stored: string, password: string) =>
      spawnSync("doveadm", ["pw", "-t", stored, "-p", password]).status === 0;
    for (const password of passwords) {
      const stored = await createPasswordHasher().hash(password);
      expect(accepts(stored, password)).toBe(true);
      expect(accepts(stored, `${password}x`)).toBe(false);
    }
  });
});

describe("generatePassword", () => {
  it("generates 24 unambiguous characters in groups, never the same twice", () => {
    const made = Array.from({ length: 500 }, generatePassword);
    expect(new Set(made).size).toBe(500);
    for (const password of made) {
      expect(password).toMatch(/^[a-hjkmnp-zA-HJKMNP-Z2-9]{6}(-[a-hjkmnp-zA-HJKMNP-Z2-9]{6}){3}$/);
    }
    expect(new Set(made.join("").replaceAll("-", "")).size).toBe(54);
  });
});
