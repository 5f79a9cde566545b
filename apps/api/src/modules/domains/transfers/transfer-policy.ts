import type { ForeignDomain } from "../ports.ts";
import { isLocked } from "../rules/is-locked.ts";
import { addDays } from "../rules/schedule.ts";
import type { TldRules } from "../tlds/tld-rules.ts";

export type TransferObstacle =
  | { kind: "locked" }
  | { kind: "under_way" }
  | { kind: "going" }
  /** Registered or transferred too recently. */
  | { kind: "too_early"; from: Date };

export function transferObstacle(
  rules: Pick<TldRules, "transferBarDays">,
  domain: Pick<ForeignDomain, "statuses" | "registeredAt" | "lastTransferredAt">,
  now: Date,
): TransferObstacle | undefined {
  const { statuses } = domain;
  if (statuses.includes("pendingTransfer")) {
    return { kind: "under_way" };
  }
  if (isLocked(statuses) || statuses.includes("serverTransferProhibited")) {
    return { kind: "locked" };
  }
  if (statuses.includes("pendingDelete")) {
    return { kind: "going" };
  }
  const dates = [domain.registeredAt, domain.lastTransferredAt].filter((date) => date !== null);
  const last = dates.sort((one, other) => other.getTime() - one.getTime())[0];
  const from = last && addDays(last, rules.transferBarDays);
  return from && from > now ? { kind: "too_early", from } : undefined;
}
