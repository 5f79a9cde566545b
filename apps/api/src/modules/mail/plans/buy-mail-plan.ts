import { mailDomains, type Transaction } from "@zonepost/db";
import type { MailPlanInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { emailMembers } from "../../accounts/index.ts";
import { planPriceChanged } from "../errors.ts";
import { activateMail } from "../mail-domains/activate-mail.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { isPaidFor, nextDatesOf } from "../model/plan-policy.ts";
import { planOf } from "../model/policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { planRenewedEmail } from "./plan-email.ts";
import { isMailOrder } from "./quote-mail-plan.ts";
import { type PlanQuote, quotePlanChange, yearPricesOf } from "./quote-plan-change.ts";

export type PlanBought = { at: Date; previousPlanSlug: MailDomainRow["planSlug"] | null };

/** What an order has paid for. */
type PaidPlanOrder = MailPlanInput & { paid: { priceCents: number; years: number | null } };

type Ports = Pick<MailPorts, "secretBox" | "priceList" | "panelUrl" | "mailDnsSettings">;

/**
 * Activates mail, or renews or changes its plan. Refused if the order has paid for something else, because the mail was
 * activated or changed after it was placed. `alongside` writes in the same transaction.
 */
export async function buyMailPlan(
  ctx: WorkspaceCtx & Ports,
  { paid, ...input }: PaidPlanOrder,
  alongside: (tx: Transaction, bought: PlanBought) => Promise<void>,
): Promise<void> {
  requireRight(ctx.actor, "mail:write");
  const { planSlug, domainName } = input;
  if (!(await isMailOrder(ctx, input))) {
    if (paid.priceCents !== ctx.priceList.mailPlans[planSlug].priceCents || paid.years === null) {
      throw planPriceChanged();
    }
    await activateMail(ctx, input, (tx, at) => alongside(tx, { at, previousPlanSlug: null }));
    return;
  }
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwnMailDomain(tx, ctx, domainName, { isDeactivatedToo: true });
    const quote = await quotePlanChange(tx, ctx.priceList, row, input, now);
    requirePaid(ctx.priceList, row, quote, paid, now);
    const { after, change } = quote;
    const { maxAccounts, storageGigabytes } = planOf(after.planSlug);
    const isRenewed = change === "renew";
    const renewed = { ...row, ...after, interruptedPaidUntil: null };
    await tx
      .update(mailDomains)
      .set({
        ...after,
        maxAccounts,
        storageGigabytes,
        ...(isRenewed
          ? {
              ...nextDatesOf(renewed, now),
              interruptedPaidUntil: null,
              renewalFailedAt: null,
              deactivatedAt: null,
              erasesAt: null,
            }
          : {}),
      })
      .where(eq(mailDomains.id, row.id));
    await wakeMailHosts(tx);
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: isRenewed ? "mail.renewed" : "mail.plan_changed",
      target: domainName,
      details: {
        planSlug: after.planSlug,
        nextPlanSlug: after.nextPlanSlug,
        expiresAt: after.paidUntil.toISOString(),
      },
      occurredAt: now,
    });
    // A person who renews it sees that at once.
    if (ctx.actor.kind === "system") {
      await emailMembers(
        tx,
        ctx,
        row,
        planRenewedEmail({ domainName, ...after, panelUrl: ctx.panelUrl }),
        now,
      );
    }
    await alongside(tx, { at: now, previousPlanSlug: change === "upgrade" ? row.planSlug : null });
  });
}

function requirePaid(
  priceList: MailPorts["priceList"],
  row: MailDomainRow,
  { change, after, price, years }: PlanQuote,
  paid: PaidPlanOrder["paid"],
  now: Date,
): void {
  const isSamePrice =
    change === "upgrade"
      ? isPaidFor(paid.priceCents, yearPricesOf(priceList, row.planSlug, after.planSlug), row.paidUntil, now)
      : paid.priceCents === price.priceCents;
  if (!isSamePrice || paid.years !== years) {
    throw planPriceChanged();
  }
}
