import { describe, expect, it } from "vitest";
import {
  aliasFieldErrors,
  dkimRecord,
  domainOfAddress,
  fullAddressOf,
  hasRoomForAccount,
  planOf,
} from "./policy.ts";

describe("planOf", () => {
  it("returns the three plans with their accounts, storage and sending limit", () => {
    expect((["starter", "pro", "business"] as const).map(planOf)).toEqual([
      { slug: "starter", maxAccounts: 5, storageGigabytes: 2, recipientsPerHour: 200 },
      { slug: "pro", maxAccounts: 25, storageGigabytes: 10, recipientsPerHour: 500 },
      { slug: "business", maxAccounts: 100, storageGigabytes: 50, recipientsPerHour: 1000 },
    ]);
  });
});

describe("hasRoomForAccount", () => {
  it.each([
    [0, 5, true],
    [4, 5, true],
    [5, 5, false],
    [6, 5, false],
  ])("with %i of %i accounts in use returns %s", (used, maxAccounts, expected) => {
    expect(hasRoomForAccount(used, maxAccounts)).toBe(expected);
  });
});

describe("dkimRecord", () => {
  it("uses the host under the domain, with the record in one piece", () => {
    expect(
      dkimRecord({ selector: "zp1", domainName: "xn--mnchen-3ya.de", publicKey: "MIIBIjANBg==" }),
    ).toEqual({
      selector: "zp1",
      host: "zp1._domainkey.xn--mnchen-3ya.de",
      record: "v=DKIM1; k=rsa; p=MIIBIjANBg==",
    });
  });
});

describe("addresses", () => {
  it("are joined and split at the last @", () => {
    expect(fullAddressOf("info", "example.com")).toBe("info@example.com");
    expect(domainOfAddress("info@example.com")).toBe("example.com");
  });
});

describe("aliasFieldErrors", () => {
  it.each([
    ["info@example.com", "someone@elsewhere.net", []],
    ["info@example.com", "other@example.com", []],
    ["info@example.com", "info@sub.example.com", []],
    ["info@other.com", "someone@elsewhere.net", ["/fromAddress"]],
    ["info@sub.example.com", "someone@elsewhere.net", ["/fromAddress"]],
    ["info@notexample.com", "someone@elsewhere.net", ["/fromAddress"]],
    ["info@example.com", "info@example.com", ["/toAddress"]],
    ["info@other.com", "info@other.com", ["/fromAddress", "/toAddress"]],
  ])("for an alias from %s to %s points to %j", (fromAddress, toAddress, pointers) => {
    const targets = [{ pointer: "/toAddress", address: toAddress }];
    const errors = aliasFieldErrors(fromAddress, targets, "example.com");
    expect(errors.map((error) => error.pointer)).toEqual(pointers);
  });
});
