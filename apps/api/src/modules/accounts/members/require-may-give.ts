import { mayGiveRole, type WorkspaceRole } from "@zonepost/schema";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { roleExceedsRights } from "../errors.ts";

/** Applies to assigning and to removing a role: no one can act on a person with more rights than their own. */
export function requireMayGive(actor: WorkspaceActor, role: WorkspaceRole): void {
  if (!mayGiveRole(actor, role)) {
    throw roleExceedsRights(role);
  }
}
