import type { CurrentSession, Right } from "@zonepost/schema";
import { hasRight } from "@zonepost/schema";
import type { PanelSession } from "@zonepost/schema/panel";

// These only decide what the panel shows. The API checks every request again.
export { hasRight, mayGiveRole } from "@zonepost/schema";

export type Place = Pick<CurrentSession["session"], "role" | "domainNames">;

const rightsOfPayments: readonly Right[] = ["payments:read", "payments:write"];

/** Whether links to a place that requires this right are shown. Without payments, theirs are hidden. */
export const isShown = ({ session, paymentsOn }: PanelSession, right: Right | undefined): boolean =>
  right === undefined || (hasRight(session, right) && (paymentsOn || !rightsOfPayments.includes(right)));
