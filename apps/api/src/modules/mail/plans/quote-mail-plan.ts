import { mailDomains } from "@zonepost/db";
import type { MailPlanInput, Warning } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight, seesDomain } from "../../../kernel/rights.ts";
import { writtenDay } from "../../../kernel/written-day.ts";
import type { Price } from "../../payments/index.ts";
import { mailAlreadyActive, mailDeactivated } from "../errors.ts";
import { requireMailActivatable } from "../mail-domains/activate-mail.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { isCurrent, type MailDomainRow } from "../model/mail-domain-row.ts";
import { renewedUntil } from "../model/plan-policy.ts";
import type { MailPorts } from "../ports.ts";
import { type PlanQuote, quotePlanChange } from "./quote-plan-change.ts";

export type MailPlanQuote = {
  price: Price;
  years: number | null;
  paidUntil: Date;
  warnings: Warning[];
};

type QuoteOptions = {
  /** The caller can only activate mail, and doesn't change a plan. */
  isActivation?: boolean | undefined;
  /** The domain doesn't exist yet. */
  isWithDomain?: boolean;
};

/** What an order for a mail plan costs, and its term afterwards. Throws if it would be refused now. */
export async function quoteMailPlan(
  ctx: WorkspaceCtx & Pick<MailPorts, "priceList">,
  input: MailPlanInput,
  { isActivation = false, isWithDomain = false }: QuoteOptions = {},
): Promise<MailPlanQuote> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  if (await isMailOrder(ctx, input)) {
    const row = await getOwnMailDomain(ctx, input.domainName);
    if (isActivation) {
      throw row.deactivatedAt === null ? mailAlreadyActive() : mailDeactivated(row.erasesAt);
    }
    const quote = await quotePlanChange(ctx.db, ctx.priceList, row, input, now);
    const { price, years, after } = quote;
    return { price, years, paidUntil: after.paidUntil, warnings: warningsOf(row, quote) };
  }
  if (!isWithDomain) {
    await requireMailActivatable(ctx, input);
  }
  const price = ctx.priceList.mailPlans[input.planSlug];
  return { price, years: 1, paidUntil: renewedUntil({ paidUntil: now }, now), warnings: [] };
}

/** Whether the order is for existing mail, rather than its activation. */
export async function isMailOrder(
  { db, actor }: Pick<WorkspaceCtx, "db" | "actor">,
  { domainName, currentExpiresAt }: Pick<MailPlanInput, "domainName" | "currentExpiresAt">,
): Promise<boolean> {
  const own = and(
    eq(mailDomains.workspaceId, actor.workspaceId),
    eq(mailDomains.domainName, domainName),
    isCurrent,
  );
  return (
    currentExpiresAt !== undefined ||
    (seesDomain(actor, domainName) && (await db.$count(mailDomains, own)) > 0)
  );
}

function warningsOf({ planSlug, paidUntil }: MailDomainRow, { change, after }: PlanQuote): Warning[] {
  const day = writtenDay(paidUntil);
  switch (change) {
    case "downgrade":
      return [
        {
          code: "plan_changes_later",
          message: `The ${after.nextPlanSlug} plan begins at the next renewal. Until then, the ${planSlug} plan continues. It is paid until ${day}.`,
        },
      ];
    case "keep":
      return [{ code: "plan_kept", message: `The ${planSlug} plan continues at the next renewal.` }];
    default:
      return [];
  }
}
