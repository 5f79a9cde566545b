import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mailAddress, mailLocalPart } from "./address.ts";

const casesFile = new URL("../../../../../shared/data/email-addresses/hosting-cases.json", import.meta.url);
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
  it("converts ASCII capitals to lower case and keeps every other permitted character", () => {
    expect(mailLocalPart.parse("O'Brien+Sales.2")).toBe("o'brien+sales.2");
  });

  it("rejects letters beyond ASCII, including those that lower-casing turns into ASCII", () => {
    for (const local of ["josé", "\u212aevin", "ｉnfo"]) {
      expect(mailLocalPart.safeParse(local).success).toBe(false);
    }
  });

  it("rejects a leading hyphen, control characters and characters that mail servers expand in paths", () => {
    for (const local of ["-abc", "in\nfo", "a\r\nb", "%d", "a/b", "../x", ".a", "a.", "a..b", ""]) {
      expect({ local, ok: mailLocalPart.safeParse(local).success }).toEqual({ local, ok: false });
    }
  });

  it.skipIf(!hasCases)("matches the collected local parts (skipped if they are missing)", () => {
    for (const { local, verdict, normal } of readCases().localParts) {
      const result = mailLocalPart.safeParse(local);
      const expected = verdict === "valid" && !refusedByPolicy.has(local) ? normal : null;
      expect({ local, stored: result.success ? result.data : null }).toEqual({ local, stored: expected });
    }
  });
});

describe("mailAddress", () => {
  it("normalizes both parts to the form that is stored and compared", () => {
    for (const [typed, stored] of [
      [" Info@EXAMPLE.com ", "info@example.com"],
      ["info@münchen.de", "info@xn--mnchen-3ya.de"],
      ["INFO@XN--MNCHEN-3YA.de.", "info@xn--mnchen-3ya.de"],
    ]) {
      expect(mailAddress.parse(typed)).toBe(stored);
    }
  });

  it("rejects addresses outside the public mail system, and reports which side of the @ is wrong", () => {
    for (const [typed, side] of [
      ["info", "Enter an email address"],
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

  it.skipIf(!hasCases)("matches the collected addresses (skipped if they are missing)", () => {
    for (const { address, verdict } of readCases().fullAddresses) {
      expect({ address, ok: mailAddress.safeParse(address).success }).toEqual({
        address,
        ok: verdict === "valid",
      });
    }
  });

  it.skipIf(!hasCases)(
    "treats the collected equivalent addresses as one (skipped if they are missing)",
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
