import type { DomainStatus } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { canBeRestored, holdingChange } from "./holding.ts";

describe("holdingChange", () => {
  it.each<[DomainStatus, DomainStatus, "leaves" | "returns" | undefined]>([
    ["active", "redemption", "leaves"],
    ["expired", "redemption", "leaves"],
    ["active", "deleted", "leaves"],
    ["active", "transferred_out", "leaves"],
    ["pending_transfer", "transferred_out", "leaves"],
    ["redemption", "pending_delete", "leaves"],
    ["pending_delete", "deleted", "leaves"],
    ["redemption", "active", "returns"],
    ["redemption", "expired", "returns"],
    ["redemption", "pending_transfer", "returns"],
    ["pending_delete", "active", "returns"],
    ["pending", "active", "returns"],
    ["active", "active", undefined],
    ["active", "expired", undefined],
    ["expired", "active", undefined],
    ["active", "pending_transfer", undefined],
  ])("from %s to %s is %s", (before, after, expected) => {
    expect(holdingChange(before, after)).toBe(expected);
  });
});

describe("canBeRestored", () => {
  it("is only true in redemption", () => {
    expect(canBeRestored("redemption")).toBe(true);
    expect(canBeRestored("pending_delete")).toBe(false);
    expect(canBeRestored("deleted")).toBe(false);
  });
});
