import { describe, expect, it } from "vitest";
import { isFull } from "./policy.ts";

describe("isFull", () => {
  const megabyte = 1_048_576;
  const gigabyte = 1024 * megabyte;
  it.each([
    ["an empty account", 0, null, 0, false],
    ["an account without a quota, with room in the plan", gigabyte, null, 2 * gigabyte - 1, false],
    ["an account without a quota, without room in the plan", gigabyte, null, 2 * gigabyte, true],
    ["an account with a quota, without room in the plan", megabyte, 100, 2 * gigabyte, true],
    ["an account just below its quota", 100 * megabyte - 1, 100, gigabyte, false],
    ["an account at its quota", 100 * megabyte, 100, gigabyte, true],
    ["an account whose quota was set below its use", 100 * megabyte, 1, gigabyte, true],
  ])("%s", (_, usedBytes, quotaMegabytes, domainUsedBytes, expected) => {
    const mailDomain = { usedBytes: domainUsedBytes, storageGigabytes: 2 };
    expect(isFull({ usedBytes, quotaMegabytes }, mailDomain)).toBe(expected);
  });
});
