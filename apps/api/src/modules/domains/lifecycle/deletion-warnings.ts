import type { Warning } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { formatPrice } from "../../accounts/index.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findRegistrationLine } from "../model/operations.ts";
import type { DomainPorts, RefundOfDeletion } from "../ports.ts";
import { isInAddGrace } from "../rules/deletion.ts";
import type { TldRules } from "../tlds/tld-rules.ts";

export const afterDeletion = (
  isFinal: boolean,
  { redemptionDays }: Pick<TldRules, "redemptionDays">,
): Warning =>
  isFinal
    ? {
        code: "free_at_once",
        message: "Anyone can register the name immediately. It can't be restored.",
      }
    : {
        code: "restorable",
        message: `The domain stops working immediately. You can restore it for ${redemptionDays} days, for a fee.`,
      };

/** What comes back if the domain is deleted now; null if nothing. */
export async function findRefund(
  ctx: WorkspaceCtx & DomainPorts,
  domain: DomainRow,
): Promise<RefundOfDeletion | null> {
  const now = await ctx.clock.now();
  const orderLineId = isInAddGrace(domain, ctx.registrars.rulesOf(domain.tld), now)
    ? await findRegistrationLine(ctx.db, domain.id)
    : null;
  return orderLineId === null ? null : ctx.domainOrders.findRefundOfDeletion(ctx.db, orderLineId, now);
}

/** The registration is refunded, automatically or, if it is waiting, once the operator has decided. */
export function refundWarning({ amountCents, currency }: RefundOfDeletion, isWaiting: boolean): Warning {
  const price = formatPrice("en", { priceCents: amountCents, currency });
  return isWaiting
    ? {
        code: "refund_waits",
        message: `This workspace has reached its limit of automatic refunds for new domains this month. The refund of ${price} will wait for the operator's decision.`,
      }
    : { code: "refunded", message: `${price} is refunded to the card that paid for the registration.` };
}

/** Mail follows its domain. */
export async function mailWarnings(
  ctx: WorkspaceCtx & DomainPorts,
  { workspaceId, name }: DomainRow,
  { code }: Warning,
): Promise<Warning[]> {
  const { domainMail } = ctx;
  const now = await ctx.clock.now();
  if ((await domainMail.findMailState(ctx.db, { workspaceId, domainName: name, now })) === null) {
    return [];
  }
  const after = `${domainMail.daysUntilErasure} days after the domain is gone`;
  const message =
    code === "free_at_once"
      ? `Its mailboxes stop working immediately. We erase them with all their mail ${after}.`
      : `Its mailboxes stop working immediately. They return if you restore the domain. Otherwise we erase them with all their mail ${after}, but not before it can no longer be restored.`;
  return [{ code: "mail_erased", message }];
}
