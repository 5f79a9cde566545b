import type { Ctx } from "../../../kernel/ctx.ts";
import { paymentNotConfirmed, suspendedUnpaid } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findRegistrationLine } from "../model/operations.ts";
import type { LinkedModulePorts } from "../ports.ts";

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
