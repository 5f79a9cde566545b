import type { DomainRenewal } from "@zonepost/schema";
import type { DomainRow } from "../model/domain-row.ts";
import type { BegunRenewal } from "../ports.ts";

type Renewed = Pick<DomainRow, "name" | "status" | "autoRenew" | "paidUntil" | "nextRenewalAt"> & {
  graceEndsAt: Date;
};

/** Null for a domain that can't be renewed now. An order of an earlier term is no longer about this one. */
export function renewalOf(domain: Renewed, begun: readonly BegunRenewal[]): DomainRenewal | null {
  const { name, status, autoRenew, paidUntil, nextRenewalAt, graceEndsAt } = domain;
  if (status !== "active" && status !== "expired") {
    return null;
  }
  if (!autoRenew) {
    return {
      state: "expiring",
      chargesAt: null,
      failure: null,
      failedAt: null,
      orderId: null,
      orderState: null,
    };
  }
  const term = paidUntil.getTime();
  const order = begun.find((each) => each.name === name && Date.parse(each.expiresAt) === term);
  const state = order?.state ?? "scheduled";
  const isCharged = state !== "processing" && nextRenewalAt !== null && nextRenewalAt < graceEndsAt;
  return {
    state,
    chargesAt: isCharged ? nextRenewalAt.toISOString() : null,
    failure: order?.failure ?? null,
    failedAt: order?.failedAt ?? null,
    orderId: order?.orderId ?? null,
    orderState: order?.orderState ?? null,
  };
}
