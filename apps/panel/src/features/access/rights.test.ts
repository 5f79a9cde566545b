import type { Right, WorkspaceRole } from "@zonepost/schema";
import { expect, it } from "vitest";
import { rightsToRenew, whyMissing } from "./rights.ts";

const limit = ["one.com"];

it.each<[WorkspaceRole | null, string[] | null, readonly Right[], "limit" | "role" | null]>([
  ["member", null, ["domains:buy"], null],
  ["member", limit, ["domains:buy"], "limit"],
  ["member", limit, rightsToRenew, null],
  ["member", limit, ["members:read"], "limit"],
  ["member", limit, ["domains:release"], "role"],
  ["read_only", limit, ["domains:buy"], "role"],
  ["read_only", null, rightsToRenew, "role"],
  ["billing", null, ["payments:write", "domains:buy"], null],
  [null, null, ["domains:read"], "role"],
])("a %s with access to %j misses %j because of: %s", (role, domainNames, rights, cause) => {
  expect(whyMissing({ role, domainNames }, rights)).toBe(cause);
});
