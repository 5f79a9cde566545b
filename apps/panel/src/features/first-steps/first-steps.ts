import type { DomainOperation, Invitation, Member } from "@zonepost/schema";
import { hasRight, type Place } from "../access/rights.ts";

export type FirstStep = { step: "moveIn" | "register" | "invite"; isDone: boolean };

type Facts = {
  operations: readonly Pick<DomainOperation, "kind" | "state">[];
  members: readonly Pick<Member, "id">[];
  invitations: readonly Pick<Invitation, "id">[];
};

/** What a new workspace can begin with, as far as the viewer may do it. A failed attempt doesn't count as done. */
export function firstSteps(place: Place, { operations, members, invitations }: Facts): FirstStep[] {
  const isStarted = (kind: DomainOperation["kind"]) =>
    operations.some((one) => one.kind === kind && one.state !== "failed");
  const steps: FirstStep[] = [];
  if (hasRight(place, "domains:buy")) {
    steps.push(
      { step: "moveIn", isDone: isStarted("transfer_in") },
      { step: "register", isDone: isStarted("registration") },
    );
  }
  if (hasRight(place, "members:write")) {
    steps.push({ step: "invite", isDone: members.length > 1 || invitations.length > 0 });
  }
  return steps;
}
