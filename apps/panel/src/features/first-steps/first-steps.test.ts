import { describe, expect, it } from "vitest";
import { firstSteps } from "./first-steps.ts";

const owner = { role: "owner", domainNames: null } as const;
const one = { id: "mem_1" };
const nothing = { operations: [], members: [one], invitations: [] };
const operation = (
  kind: "transfer_in" | "registration" | "renewal",
  state: "pending" | "succeeded" | "failed",
) => [{ kind, state }] as const;
const done = (steps: ReturnType<typeof firstSteps>) =>
  steps.filter(({ isDone }) => isDone).map(({ step }) => step);

describe("firstSteps", () => {
  it.each([
    ["nothing", nothing, []],
    ["a transfer on its way", { ...nothing, operations: operation("transfer_in", "pending") }, ["moveIn"]],
    ["a registered domain", { ...nothing, operations: operation("registration", "succeeded") }, ["register"]],
    ["a failed transfer", { ...nothing, operations: operation("transfer_in", "failed") }, []],
    ["a renewal", { ...nothing, operations: operation("renewal", "succeeded") }, []],
    ["an open invitation", { ...nothing, invitations: [{ id: "inv_1" }] }, ["invite"]],
    ["a second member", { ...nothing, members: [one, { id: "mem_2" }] }, ["invite"]],
  ])("counts what the workspace has done: %s", (_, facts, expected) => {
    expect(done(firstSteps(owner, facts))).toEqual(expected);
  });

  it.each([
    ["an owner", owner, ["moveIn", "register", "invite"]],
    ["a member", { role: "member", domainNames: null }, ["moveIn", "register"]],
    ["a member limited to some domains", { role: "member", domainNames: ["a.com"] }, []],
    ["a reader", { role: "read_only", domainNames: null }, []],
  ] as const)("offers %s only what they may do", (_, place, expected) => {
    expect(
      firstSteps({ ...place, domainNames: place.domainNames && [...place.domainNames] }, nothing).map(
        ({ step }) => step,
      ),
    ).toEqual(expected);
  });
});
