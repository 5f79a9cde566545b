import { describe, expect, it } from "vitest";
import { describeResultCode, isSuccessCode, resultCodes } from "./result-codes.ts";

describe("result codes", () => {
  it("are the 34 of RFC 5730 section 3, each with its class", () => {
    expect(resultCodes.size).toBe(34);
    expect(new Set([...resultCodes.values()].map((row) => row.class)).size).toBe(34);
  });

  it("end the session when their second digit is 5, and only then", () => {
    for (const { code, endsSession } of resultCodes.values()) {
      expect(endsSession).toBe(Math.floor(code / 100) % 10 === 5);
    }
  });

  it("have an area given by their second digit", () => {
    const areaOf = (code: number) => describeResultCode(code).area;
    expect([2001, 2104, 2201, 2303, 2400, 2502].map(areaOf)).toEqual([
      "syntax",
      "implementation",
      "security",
      "data",
      "server",
      "connection",
    ]);
    expect([1000, 1300, 1500, 2999].map(areaOf)).toEqual(["syntax", "data", "connection", "other"]);
  });

  it("succeed when their first digit is 1", () => {
    for (const { code } of resultCodes.values()) {
      expect(isSuccessCode(code)).toBe(code < 2000);
    }
  });

  it("that are unknown are classified by their digits", () => {
    expect(describeResultCode(1099)).toMatchObject({ class: "success", endsSession: false });
    expect(describeResultCode(2599)).toMatchObject({
      class: "command_failed",
      endsSession: true,
      retryable: false,
    });
  });
});
