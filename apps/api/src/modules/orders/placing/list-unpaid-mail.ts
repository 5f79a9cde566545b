import { orderLines, orders } from "@zonepost/db";
import type { MailPlanSlug } from "@zonepost/schema";
import type { UnpaidMail } from "@zonepost/schema/panel";
import { and, asc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight, seesDomain } from "../../../kernel/rights.ts";
import { findNamesWithMail } from "../../mail/index.ts";
import { isVisibleTo } from "../model/get-order.ts";

/** Mail that was ordered and becomes active once its order is paid, by name. Only of orders that the caller sees. */
export async function listUnpaidMail(ctx: WorkspaceCtx): Promise<UnpaidMail[]> {
  const { db, actor } = ctx;
  requireRight(actor, "mail:read");
  const rows = await db
    .select({
      orderId: orders.id,
      domainName: orderLines.domainName,
      planSlug: orderLines.planSlug,
      totalCents: orders.totalCents,
      currency: orders.currency,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(isVisibleTo(actor), eq(orders.state, "awaiting_payment"), eq(orderLines.kind, "mail_plan")))
    .orderBy(asc(orderLines.domainName));
  const seen = rows.filter(({ domainName }) => seesDomain(actor, domainName));
  const withMail = await findNamesWithMail(
    ctx,
    seen.map(({ domainName }) => domainName),
  );
  return seen
    .filter(({ domainName }) => !withMail.has(domainName))
    .map(({ orderId, planSlug, ...row }) => ({
      ...row,
      orderId: publicId("ord", orderId),
      planSlug: planSlug as MailPlanSlug,
    }));
}
