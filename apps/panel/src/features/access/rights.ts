import type { CurrentSession, Right } from "@zonepost/schema";
import { grantedRights, hasRight } from "@zonepost/schema";
import type { PanelSession } from "@zonepost/schema/panel";

// These only decide what the panel shows. The API checks every request again.
export { hasRight, mayGiveRole, rightsToRenew } from "@zonepost/schema";

export type Place = Pick<CurrentSession["session"], "role" | "domainNames">;

/** Why someone has none of the rights, each of which would be enough: their limit to some domains, or their role. */
export function whyMissing(place: Place, rights: readonly Right[]): "limit" | "role" | null {
  if (rights.some((right) => hasRight(place, right))) {
    return null;
  }
  return rights.some((right) => grantedRights(place).has(right)) ? "limit" : "role";
}

const rightsOfPayments: readonly Right[] = ["payments:read", "payments:write"];

/** Whether links to a place that requires this right are shown. Without payments, theirs are hidden. */
export const isShown = (
  { session, paymentsOn }: PanelSession,
  right: Right | readonly Right[] | undefined,
): boolean =>
  right === undefined ||
  [right].flat().some((each) => hasRight(session, each) && (paymentsOn || !rightsOfPayments.includes(each)));
