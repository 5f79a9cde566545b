import type { DomainStatus } from "@zonepost/schema";

const gone: readonly DomainStatus[] = ["redemption", "pending_delete", "deleted", "transferred_out"];
const here: readonly DomainStatus[] = ["active", "expired"];

/** Whether a new status takes the domain away from its workspace, or brings it back. */
export function holdingChange(before: DomainStatus, after: DomainStatus): "leaves" | "returns" | undefined {
  if (before === after) {
    return undefined;
  }
  if (gone.includes(after)) {
    return "leaves";
  }
  return here.includes(before) ? undefined : "returns";
}

/** After redemption, the registry only releases the name. */
export const canBeRestored = (status: DomainStatus): boolean => status === "redemption";
