import { describe, expect, it } from "vitest";
import { eppPhoneNumber } from "./phone.ts";

describe("eppPhoneNumber", () => {
  it.each([
    ["+4930123456", "+49.30123456"],
    ["+12025550123", "+1.2025550123"],
    ["+74951234567", "+7.4951234567"],
    ["+353123456789", "+353.123456789"],
    ["+35621234567", "+356.21234567"],
  ])("inserts the dot of %s after the country code", (given, expected) => {
    expect(eppPhoneNumber(given)).toBe(expected);
  });
});
