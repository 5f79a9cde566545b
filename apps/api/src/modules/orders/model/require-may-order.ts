import { type OrderLineKind, rightsToRenew } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { OrderPorts } from "../ports.ts";

const isForOwnDomain = ({ kind }: { kind: OrderLineKind }) => kind === "renewal" || kind === "restore";

/**
 * `domains:buy` is the right to spend, and `domains:renew` to spend on domains that are there. While payments are off, a
 * mail plan costs nothing to spend.
 */
export function requireMayOrder(
  { actor, processors }: Pick<WorkspaceCtx, "actor"> & Pick<OrderPorts, "processors">,
  lines: readonly { kind: OrderLineKind }[],
): void {
  if (lines.some(({ kind }) => kind === "settlement")) {
    requireRight(actor, "payments:write", "domains:buy");
    return;
  }
  if (lines.length > 0 && lines.every(isForOwnDomain)) {
    requireRight(actor, ...rightsToRenew);
    return;
  }
  if (processors.current !== null || lines.some(({ kind }) => kind !== "mail_plan")) {
    requireRight(actor, "domains:buy");
  }
  if (lines.some(({ kind }) => kind === "mail_plan")) {
    requireRight(actor, "mail:write");
  }
}
