import type { Ctx } from "../../../kernel/ctx.ts";
import { paymentNotConfirmed, suspendedUnpaid } from "../errors.ts";
import type { LinkedModulePorts } from "../ports.ts";
import type { DomainRow } from "./domain-row.ts";
import { findRegistrationLine } from "./operations.ts";

/** A transfer that another registrar has already requested is never refused over a payment, only its preparation. */
export async function requireConfirmedPayment(
  ctx: Ctx & LinkedModulePorts,
  domain: Pick<DomainRow, "id" | "suspendedAt">,
): Promise<void> {
  if (domain.suspendedAt !== null) {
    throw suspendedUnpaid();
  }
  const lineId = await findRegistrationLine(ctx.db, domain.id);
  const open = lineId === null ? null : await ctx.domainOrders.findUnconfirmedPayment(ctx.db, lineId);
  if (open) {
    throw paymentNotConfirmed(open.confirmsAt);
  }
}
