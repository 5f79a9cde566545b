import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findRegisteredDomain, undoRegistration } from "../../domains/index.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import type { Outcome } from "./write-line.ts";

/**
 * The registry carried out a line after it had been given up and refunded. A registration is undone while the registry
 * returns its cost.
 */
export async function undoLateSuccess(
  ctx: Ctx & OrderPorts,
  line: OrderLineRow,
  late: Outcome,
): Promise<Outcome> {
  const isRegistration = line.kind === "registration";
  const now = await ctx.clock.now();
  const domain = isRegistration ? await findRegisteredDomain(ctx.db, ctx, line.id, now) : undefined;
  if (!domain?.isUndoable) {
    return { ...late, event: domain?.isHeld === false ? "gone" : "kept" };
  }
  try {
    const deletion = await undoRegistration(ctx, domain);
    ctx.log.info(
      { orderLineId: line.id, domain: line.domainName, operationId: deletion.id },
      "a domain that was registered after its order line had been refunded is deleted",
    );
    return { event: deletion.state === "succeeded" ? "undone" : "not_undone" };
  } catch (error) {
    if (error instanceof AppError) {
      ctx.log.warn({ err: error, orderLineId: line.id }, "a late registration can't be undone yet");
      return { event: "not_undone" };
    }
    throw error;
  }
}
