import type { DomainBatchChange } from "@zonepost/schema";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { requireRight } from "../../../kernel/rights.ts";

/** As for one domain: a deletion gives the name up, which takes a right of its own. */
export function requireBatchRight(actor: WorkspaceActor, change: DomainBatchChange): void {
  requireRight(actor, "domains:write");
  if ("deleted" in change) {
    requireRight(actor, "domains:release");
  }
}
