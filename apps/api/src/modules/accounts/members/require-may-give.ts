import { mayGiveRole, type WorkspaceRole } from "@zonepost/schema";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { moreThanYouHave } from "../errors.ts";

/** For a role that is given and for one that is taken: nobody acts on somebody who has more than they have. */
export function requireMayGive(actor: WorkspaceActor, role: WorkspaceRole): void {
  if (!mayGiveRole(actor, role)) {
    throw moreThanYouHave(role);
  }
}
