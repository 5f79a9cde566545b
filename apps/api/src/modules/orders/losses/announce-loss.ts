import { orders } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { emailMembers, readWorkspaceForEmail } from "../../accounts/index.ts";
import { lockOrder, type OrderRow, readLines, readOrder } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { lossEmail, type SuspendedSubject } from "./loss-email.ts";
import { startOf, unpaidPurchases, warningMs } from "./policy.ts";
import { type BoughtSubject, readSubject, subjectsOf } from "./read-subject.ts";

/**
 * Tells owners and those who pay what will be suspended, and when. The emails are queued in the transaction that sets the
 * date, so they are sent once. Nothing is announced if nothing would be suspended.
 */
export async function announceLoss(ctx: Ctx & OrderPorts, orderId: string, now: Date): Promise<void> {
  const { order } = await readOrder(ctx.db, orderId);
  if (!ctx.suspendsUnpaid || !isUnannounced(order)) {
    return;
  }
  const suspendsAt = new Date(now.getTime() + warningMs);
  await ctx.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!isUnannounced(locked)) {
      return;
    }
    const subjects: SuspendedSubject[] = [];
    for (const named of subjectsOf(await readLines(tx, orderId))) {
      const startsAt = startOfOrder(await readSubject(tx, named, now), orderId, suspendsAt);
      if (startsAt) {
        subjects.push({ ...named, startsAt });
      }
    }
    if (subjects.length === 0) {
      return;
    }
    await tx.update(orders).set({ suspendsAt }).where(eq(orders.id, orderId));
    const { workspaceId } = order;
    const email = lossEmail({
      order: locked,
      subjects,
      workspaceName: (await readWorkspaceForEmail(tx, workspaceId))?.name ?? "",
      panelUrl: ctx.panelUrl,
      now,
    });
    await emailMembers(tx, ctx, { workspaceId }, email, now);
  });
}

const isUnannounced = ({ owedCents, suspendsAt }: OrderRow): boolean =>
  owedCents !== null && owedCents > 0 && suspendsAt === null;

/** When the subject is suspended for this order; undefined if it isn't. */
function startOfOrder(subject: BoughtSubject, orderId: string, suspendsAt: Date): Date | undefined {
  const starts = unpaidPurchases(subject)
    .filter((purchase) => purchase.orderId === orderId)
    .flatMap((purchase) => startOf(subject.kind, { ...purchase, suspendsAt }) ?? []);
  return starts.toSorted((one, other) => one.getTime() - other.getTime())[0];
}
