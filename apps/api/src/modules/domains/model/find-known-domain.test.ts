import { describe, expect, it } from "vitest";
import { heldNameError } from "./find-known-domain.ts";

describe("a name that the workspace has already", () => {
  it.each([
    ["pending", "operation_in_progress"],
    ["pending_transfer", "operation_in_progress"],
    ["active", "already_yours"],
    ["expired", "already_yours"],
    ["redemption", "already_yours"],
    ["pending_delete", "already_yours"],
  ] as const)("with the status %s is refused as %s", (status, code) => {
    expect(heldNameError({ workspaceId: "one", status }).code).toBe(code);
  });
});
