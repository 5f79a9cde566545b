import { describe, expect, it } from "vitest";
import { mailAccountInput } from "./accounts.ts";

describe("mailAccountInput", () => {
  const account = { localPart: "info", displayName: "Info", password: "long enough?" };

  it("rejects unknown fields", () => {
    expect(mailAccountInput.safeParse({ ...account, quota: 1 }).success).toBe(false);
  });

  it("rejects control characters in the display name and the password", () => {
    expect(mailAccountInput.safeParse(account).success).toBe(true);
    expect(mailAccountInput.safeParse({ ...account, displayName: "Info\r\nBcc: x" }).success).toBe(false);
    expect(mailAccountInput.safeParse({ ...account, password: "long enough?\n" }).success).toBe(false);
  });
});
