import { orders } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { enqueueEmail } from "../../accounts/index.ts";
import { findRegisteredDomain, undoRegistration } from "../../domains/index.ts";
import { postGivenAway } from "../../payments/index.ts";
import { registrySilent } from "../errors.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { nextAttempt } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { releaseLine } from "./claim-line.ts";
import { lateSuccessEmail } from "./late-success-email.ts";

type LateCtx = Ctx & OrderPorts;

/**
 * The registry carried out a line after it had been given up and refunded. A registration is undone while the registry
 * returns its cost. Everything else is kept at the operator's expense, who is told in the transaction that ends the work.
 */
export async function settleLateSuccess(
  ctx: LateCtx,
  line: OrderLineRow,
  operation: DomainOperation | undefined,
): Promise<void> {
  const isLate = line.failure?.code === registrySilent().code && operation?.state === "succeeded";
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, line.orderId));
  // Without a payment, nothing was refunded.
  if (!isLate || !order?.paymentId) {
    await releaseLine(ctx.db, line, null);
    return;
  }
  const now = await ctx.clock.now();
  const isRegistration = line.kind === "registration";
  const domain = isRegistration ? await findRegisteredDomain(ctx.db, ctx, line.id, now) : undefined;
  if (domain?.isUndoable) {
    const isUndone = await undo(ctx, line, domain);
    await releaseLine(ctx.db, line, isUndone ? null : nextAttempt(line, now));
    return;
  }
  const isKept = domain?.isHeld !== false;
  await ctx.db.transaction(async (tx) => {
    const isReleased = await releaseLine(tx, line, null);
    if (!isReleased || !isKept) {
      return;
    }
    ctx.log.error(
      { orderLineId: line.id, domain: line.domainName, operationId: operation.id },
      "the registry carried out an order line that had been given up and refunded",
    );
    await postGivenAway(
      tx,
      { ...order, orderId: order.id, lineId: line.id, domainName: line.domainName },
      now,
    );
    if (ctx.operatorEmail !== undefined) {
      await enqueueEmail(tx, ctx, { ...lateSuccessEmail(line, order), to: ctx.operatorEmail }, now);
    }
  });
}

/** False if the deletion has to be tried, or looked at, again. */
async function undo(ctx: LateCtx, line: OrderLineRow, domain: { id: string }): Promise<boolean> {
  try {
    const deletion = await undoRegistration(ctx, domain);
    ctx.log.info(
      { orderLineId: line.id, domain: line.domainName, operationId: deletion.id },
      "a domain that was registered after its order line had been refunded is deleted",
    );
    return deletion.state === "succeeded";
  } catch (error) {
    if (error instanceof AppError) {
      ctx.log.warn({ err: error, orderLineId: line.id }, "a late registration can't be undone yet");
      return false;
    }
    throw error;
  }
}
