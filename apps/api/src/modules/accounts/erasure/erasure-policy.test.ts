import { describe, expect, it } from "vitest";
import { describeHolds, ownedAlone, type WorkspaceHolds } from "./erasure-policy.ts";

const nothing: WorkspaceHolds = {
  domains: 0,
  operations: 0,
  orders: 0,
  losses: 0,
  charges: 0,
  payments: 0,
  refunds: 0,
  disputes: 0,
};

describe("what holds a workspace", () => {
  it.each<[Partial<WorkspaceHolds>, string[]]>([
    [{}, []],
    [{ domains: 1 }, ["1 domain"]],
    [{ domains: 2, disputes: 1 }, ["2 domains", "1 open dispute"]],
    [{ operations: 1 }, ["1 unfinished at the registry"]],
    [{ orders: 3 }, ["3 open orders"]],
    [{ losses: 1 }, ["1 with a lost dispute that isn't settled"]],
    [{ charges: 1 }, ["1 open charge"]],
    [{ payments: 2 }, ["2 payments within the 20 days until confirmation, or paused"]],
    [{ refunds: 1, disputes: 2 }, ["1 unsettled refund", "2 open disputes"]],
  ])("%j is named", (holds, said) => {
    expect(describeHolds({ ...nothing, ...holds })).toEqual(said);
  });
});

describe("a person's workspaces that would have no owner", () => {
  const seat = (role: string, otherOwners: number) => ({ workspaceId: "w", name: "Acme", role, otherOwners });

  it.each([
    ["an owner without another", seat("owner", 0), true],
    ["an owner with another", seat("owner", 1), false],
    ["an admin beside an owner", seat("admin", 1), false],
    ["a member of a workspace without owners", seat("member", 0), false],
  ])("%s", (_who, given, isAlone) => {
    expect(ownedAlone([given])).toEqual(isAlone ? [given] : []);
  });
});
