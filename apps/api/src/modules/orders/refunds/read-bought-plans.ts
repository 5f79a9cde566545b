import { orderLines, orders } from "@zonepost/db";
import type { MailPlanSlug } from "@zonepost/schema";
import { and, asc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { RefundedPlan } from "../../mail/index.ts";
import { readLinesTakenBack } from "../../payments/index.ts";
import type { OrderLineRow } from "../model/order-row.ts";

type Bought = RefundedPlan["bought"] & { lineId: string };

/** A line that was carried out for mail, as the mail module takes it back. Undefined if it has changed no term and no plan. */
export async function readRefundedPlan(
  db: Queryable,
  { id, workspaceId, domainName }: OrderLineRow,
): Promise<RefundedPlan | undefined> {
  const all = await readBoughtPlans(db, { workspaceId, domainName });
  const index = all.findIndex(({ lineId }) => lineId === id);
  const bought = all[index];
  return bought && { workspaceId, domainName, bought, later: all.slice(index + 1) };
}

/** The years and upgrades of a mail that lines have paid for and no refund has taken back, the oldest first. */
async function readBoughtPlans(
  db: Queryable,
  { workspaceId, domainName }: Pick<OrderLineRow, "workspaceId" | "domainName">,
): Promise<Bought[]> {
  const rows = await db
    .select({ line: orderLines, paymentId: orders.paymentId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.workspaceId, workspaceId),
        eq(orderLines.domainName, domainName),
        eq(orderLines.kind, "mail_plan"),
        inArray(orderLines.state, ["completed", "refunded"]),
        isNull(orderLines.failure),
        // The others are downgrades, which are free and change nothing at once.
        or(isNotNull(orderLines.years), isNotNull(orderLines.previousPlanSlug)),
      ),
    )
    .orderBy(asc(orderLines.finishedAt), asc(orderLines.id));
  const takenBack = await readLinesTakenBack(
    db,
    rows.flatMap(({ paymentId }) => paymentId ?? []),
  );
  return rows.flatMap(({ line }) => (takenBack.has(line.id) ? [] : [boughtOf(line)]));
}

function boughtOf({
  id,
  planSlug,
  previousPlanSlug,
  years,
  input,
  finishedAt,
  createdAt,
}: OrderLineRow): Bought {
  const boughtAt = finishedAt ?? createdAt;
  const { currentExpiresAt } = input;
  const renewedFromMs = typeof currentExpiresAt === "string" ? Date.parse(currentExpiresAt) : 0;
  return {
    lineId: id,
    planSlug: planSlug as MailPlanSlug,
    previousPlanSlug: previousPlanSlug as MailPlanSlug | null,
    years,
    beginsAt: new Date(Math.max(renewedFromMs, boughtAt.getTime())),
  };
}
