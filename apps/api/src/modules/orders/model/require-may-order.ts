import type { OrderLineKind } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { OrderPorts } from "../ports.ts";

/** `domains:buy` is the right to spend; while payments are off, a mail plan costs nothing to spend. */
export function requireMayOrder(
  { actor, processors }: Pick<WorkspaceCtx, "actor"> & Pick<OrderPorts, "processors">,
  lines: readonly { kind: OrderLineKind }[],
): void {
  if (lines.some(({ kind }) => kind === "settlement")) {
    requireRight(actor, "payments:write", "domains:buy");
    return;
  }
  if (processors.current !== null || lines.some(({ kind }) => kind !== "mail_plan")) {
    requireRight(actor, "domains:buy");
  }
  if (lines.some(({ kind }) => kind === "mail_plan")) {
    requireRight(actor, "mail:write");
  }
}
