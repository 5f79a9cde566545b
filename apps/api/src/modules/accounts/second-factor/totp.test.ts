import { Secret } from "otpauth";
import { describe, expect, it } from "vitest";
import {
  generateBackupCodes,
  generateTotpSecret,
  hashBackupCode,
  showBackupCode,
  stepOfCode,
  totpUri,
} from "./totp.ts";

/** RFC 6238 appendix B: its secret and times; the codes are the last six of its eight digits. */
const secret = Secret.fromLatin1("12345678901234567890").base32;
const vectors: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
];

describe("a TOTP code", () => {
  it.each(vectors)("at second %i is %s, as in RFC 6238", (seconds, code) => {
    expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it("is accepted one step early and one step late, as the step it belongs to, and not two", () => {
    const [seconds, code] = [1_111_111_109, "081804"];
    const step = Math.floor(seconds / 30);
    const at = (steps: number) => stepOfCode(secret, code, new Date((step + steps) * 30_000));
    expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, step, step, step, null]);
  });

  it("is only valid for one secret", () => {
    expect(stepOfCode(generateTotpSecret(), "287082", new Date(59_000))).toBeNull();
  });

  it("names the service and the person in the authenticator", () => {
    expect(totpUri(secret, "ada@people.test")).toMatch(/^otpauth:\/\/totp\/Zonepost:ada%40people\.test\?/);
  });
});

describe("backup codes", () => {
  it("are ten, all different, with 80 bits each, shown in four groups and stored as a hash", () => {
    const codes = generateBackupCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-z2-7]{16}$/);
      expect(showBackupCode(code)).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
      expect(showBackupCode(code).replaceAll("-", "")).toBe(code);
      expect(hashBackupCode(code)).not.toContain(code);
    }
  });
});
