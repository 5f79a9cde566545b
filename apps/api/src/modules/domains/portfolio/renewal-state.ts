import type { DomainRenewal, RenewalState } from "@zonepost/schema";
import type { DomainRow } from "../model/domain-row.ts";
import type { BegunRenewal } from "../ports.ts";

type Renewed = Pick<DomainRow, "name" | "status" | "autoRenew" | "paidUntil" | "nextRenewalAt"> & {
  graceEndsAt: Date;
};

/** Null for a domain that can't be renewed now. `begun` is the state of the term's order, if it has one. */
export function renewalStateOf(
  { status, autoRenew }: Pick<DomainRow, "status" | "autoRenew">,
  begun: RenewalState | undefined,
): RenewalState | null {
  if (status !== "active" && status !== "expired") {
    return null;
  }
  return autoRenew ? (begun ?? "scheduled") : "expiring";
}

/** An order of an earlier term is no longer about this one. */
export function renewalOf(domain: Renewed, begun: readonly BegunRenewal[]): DomainRenewal | null {
  const { name, autoRenew, paidUntil, nextRenewalAt, graceEndsAt } = domain;
  const term = paidUntil.getTime();
  const order = autoRenew
    ? begun.find((each) => each.name === name && Date.parse(each.expiresAt) === term)
    : undefined;
  const state = renewalStateOf(domain, order?.state);
  if (state === null) {
    return null;
  }
  const isCharged =
    autoRenew && state !== "processing" && nextRenewalAt !== null && nextRenewalAt < graceEndsAt;
  return {
    state,
    chargesAt: isCharged ? nextRenewalAt.toISOString() : null,
    failure: order?.failure ?? null,
    failedAt: order?.failedAt ?? null,
    orderId: order?.orderId ?? null,
    orderState: order?.orderState ?? null,
  };
}
