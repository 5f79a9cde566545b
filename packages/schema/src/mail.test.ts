import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mailAccountInput, mailAddress, mailAliasInput, mailLocalPart } from "./mail.ts";

const casesFile = new URL("../../../../shared/data/email-addresses/hosting-cases.json", import.meta.url);
const hasCases = existsSync(casesFile);

type HostingCases = {
  localParts: { local: string; verdict: "valid" | "invalid"; normal: string | null }[];
  equivalence: { a: string; b: string; same_mailbox: boolean | string }[];
  fullAddresses: { address: string; verdict: "valid" | "invalid" }[];
};
const readCases = () => JSON.parse(readFileSync(casesFile, "utf8")) as HostingCases;

// A leading hyphen is valid by RFC 5321, and refused here because delivery programs would read it as an option.
const refusedByPolicy = new Set(["-abc"]);

describe("mailLocalPart", () => {
  it("folds ASCII capitals and leaves every other permitted character alone", () => {
    expect(mailLocalPart.parse("O'Brien+Sales.2")).toBe("o'brien+sales.2");
  });

  it("refuses letters beyond ASCII, also one that folding would turn into an ASCII letter", () => {
    for (const local of ["josé", "\u212aevin", "ｉnfo"]) {
      expect(mailLocalPart.safeParse(local).success).toBe(false);
    }
  });

  it("refuses a leading hyphen, control characters and what mail servers expand in paths", () => {
    for (const local of ["-abc", "info\n", "a\r\nb", "%d", "a/b", "../x", ".a", "a.", "a..b", ""]) {
      expect({ local, ok: mailLocalPart.safeParse(local).success }).toEqual({ local, ok: false });
    }
  });

  it.skipIf(!hasCases)("agrees with the collected local parts (skipped where they are absent)", () => {
    for (const { local, verdict, normal } of readCases().localParts) {
      const result = mailLocalPart.safeParse(local);
      const expected = verdict === "valid" && !refusedByPolicy.has(local) ? normal : null;
      expect({ local, stored: result.success ? result.data : null }).toEqual({ local, stored: expected });
    }
  });
});

describe("mailAddress", () => {
  it("brings both parts to the form that is stored and compared", () => {
    for (const [typed, stored] of [
      [" Info@EXAMPLE.com ", "info@example.com"],
      ["info@münchen.de", "info@xn--mnchen-3ya.de"],
      ["INFO@XN--MNCHEN-3YA.de.", "info@xn--mnchen-3ya.de"],
    ]) {
      expect(mailAddress.parse(typed)).toBe(stored);
    }
  });

  it("refuses what is no address of the public mail system, and says which side of the @ is wrong", () => {
    for (const [typed, side] of [
      ["info", "Enter an address"],
      ["info@localhost", "after the @"],
      ["info@[127.0.0.1]", "after the @"],
      ["a@b@example.com", "before the @"],
      ['"a b"@example.com', "before the @"],
      ["Info <info@example.com>", "before the @"],
      ["a@b.com\r\nBcc: v@x.com", "before the @"],
    ]) {
      expect(mailAddress.safeParse(typed).error?.issues[0]?.message).toContain(side);
    }
  });

  it.skipIf(!hasCases)("agrees with the collected addresses (skipped where they are absent)", () => {
    for (const { address, verdict } of readCases().fullAddresses) {
      expect({ address, ok: mailAddress.safeParse(address).success }).toEqual({
        address,
        ok: verdict === "valid",
      });
    }
  });

  it.skipIf(!hasCases)(
    "makes one of the collected equivalent addresses (skipped where they are absent)",
    () => {
      for (const { a, b, same_mailbox } of readCases().equivalence) {
        expect({ a, b, same: mailAddress.parse(a) === mailAddress.parse(b) }).toEqual({
          a,
          b,
          same: same_mailbox === true,
        });
      }
    },
  );
});

describe("the inputs", () => {
  it("refuse a field that the operation does not have", () => {
    expect(mailAccountInput.safeParse({ localPart: "a", displayName: "A", quota: 1 }).success).toBe(false);
    expect(
      mailAliasInput.safeParse({ fromAddress: "a@b.de", toAddress: "c@d.de", active: true }).success,
    ).toBe(false);
  });

  it("refuse control characters in the display name and in the password, which would change a mail or a file", () => {
    const account = { localPart: "info", displayName: "Info", password: "long enough" };
    expect(mailAccountInput.safeParse(account).success).toBe(true);
    expect(mailAccountInput.safeParse({ ...account, displayName: "Info\r\nBcc: x" }).success).toBe(false);
    expect(mailAccountInput.safeParse({ ...account, password: "long enough\n" }).success).toBe(false);
  });
});
