import type { Cost } from "../../payments/index.ts";
import type { TldRules } from "../tlds/tld-rules.ts";
import { addDays, yearsBetween } from "./schedule.ts";

export type Departure = { how: "deleted" | "transferred_out"; at: Date };

/** What a registry has charged for a domain. An own renewal is one that it made at the domain's date. */
export type RegistryCharge = {
  kind: "registration" | "renewal" | "transfer" | "own_renewal";
  chargedAt: Date;
};

type GraceRules = Pick<
  TldRules,
  | "addGraceDays"
  | "renewGraceDays"
  | "transferGraceDays"
  | "transferAddsYears"
  | "refundsOwnRenewal"
  | "ownRenewalGraceDays"
>;

/** Whether the registry returns the charge (RFC 3915 section 3.1). After a transfer, only its own renewal. */
export function isReturned(
  { kind, chargedAt }: RegistryCharge,
  { how, at }: Departure,
  rules: GraceRules,
): boolean {
  if (how === "transferred_out" && (kind !== "own_renewal" || rules.transferAddsYears === 0)) {
    return false;
  }
  return at < addDays(chargedAt, graceDaysOf(kind, rules));
}

function graceDaysOf(kind: RegistryCharge["kind"], rules: GraceRules): number {
  switch (kind) {
    case "registration":
      return rules.addGraceDays;
    case "renewal":
      return rules.renewGraceDays;
    case "transfer":
      return rules.transferAddsYears > 0 ? rules.transferGraceDays : 0;
    case "own_renewal":
      return rules.refundsOwnRenewal ? rules.ownRenewalGraceDays : 0;
  }
}

type Term = { paidUntil: Date; registryExpiresAt: Date };

/** The years by which the registry renewed the domain at its date, beyond those that are paid for. */
export function ownRenewalYears(
  before: Term,
  held: { registryExpiresAt: Date; graceStatuses: readonly string[] },
  now: Date,
): number {
  const isDue = before.registryExpiresAt <= now;
  const isKnownOther = held.graceStatuses.length > 0 && !held.graceStatuses.includes("autoRenewPeriod");
  if (!isDue || isKnownOther) {
    return 0;
  }
  const added = yearsBetween(before.registryExpiresAt, held.registryExpiresAt);
  const unpaid = yearsBetween(before.paidUntil, held.registryExpiresAt);
  return Math.max(0, Math.min(added, unpaid));
}

/** The cost of a renewal of which the registry made some years before, at their cost then. */
export function costOfRenewal(
  quoted: Cost,
  { years, ownYears, ownCents }: { years: number; ownYears: number; ownCents: number },
): Cost {
  const rest = Math.max(0, years - ownYears);
  return { ...quoted, costCents: ownCents + Math.round((quoted.costCents * rest) / years) };
}
