import type { ForeignDomain } from "./ports.ts";
import { addDays } from "./schedule.ts";
import type { TldRules } from "./tld-rules.ts";

export type TransferObstacle =
  | { kind: "locked" }
  | { kind: "under_way" }
  | { kind: "going" }
  /** It was registered or moved too short a while ago. */
  | { kind: "too_early"; from: Date };

/** What keeps a domain at its registrar, as far as it can be seen from outside. */
export function transferObstacle(
  rules: Pick<TldRules, "transferBarDays">,
  domain: Pick<ForeignDomain, "statuses" | "registeredAt" | "lastTransferredAt">,
  now: Date,
): TransferObstacle | undefined {
  const { statuses } = domain;
  if (statuses.includes("pendingTransfer")) return { kind: "under_way" };
  if (statuses.includes("clientTransferProhibited") || statuses.includes("serverTransferProhibited"))
    return { kind: "locked" };
  if (statuses.includes("pendingDelete")) return { kind: "going" };
  const from = [domain.registeredAt, domain.lastTransferredAt]
    .filter((date) => date !== null)
    .map((date) => addDays(date, rules.transferBarDays))
    .find((date) => date > now);
  return from ? { kind: "too_early", from } : undefined;
}
