import { mayGiveRole, type WorkspaceRole } from "@zonepost/schema";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireFreshSession } from "../../../kernel/rights.ts";
import { roleExceedsRights } from "../errors.ts";
import { needsConfirmation } from "../policy.ts";

/** Applies to assigning and to removing a role: no one can act on a person with more rights than their own. */
export function requireMayGive(actor: WorkspaceActor, role: WorkspaceRole): void {
  if (!mayGiveRole(actor, role)) {
    throw roleExceedsRights(role);
  }
}

/** Applies to assigning only, by an invitation or a change of role. */
export function requireConfirmedFor(ctx: WorkspaceCtx, role: WorkspaceRole): void {
  if (needsConfirmation(role)) {
    requireFreshSession(ctx);
  }
}
