import { orderLines, orders, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { LineCharge } from "../../domains/index.ts";
import { postGivenAwayReturned, postRegistryCost } from "../../payments/index.ts";

/** Posts a registry's charge for a line, or its return, in the transaction that records it. */
export async function recordRegistryCost(
  tx: Transaction,
  movement: "charged" | "returned",
  { orderLineId, cost, chargeId: ownRenewalId, accruedCents }: LineCharge,
  now: Date,
): Promise<void> {
  if (!cost) {
    return;
  }
  const chargeId = ownRenewalId === undefined ? orderLineId : `${orderLineId}:${ownRenewalId}`;
  const [line] = await tx
    .select({
      workspaceId: orderLines.workspaceId,
      orderId: orderLines.orderId,
      paymentId: orders.paymentId,
      domainName: orderLines.domainName,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.id, orderLineId));
  if (line) {
    await postRegistryCost(tx, { ...line, ...cost, chargeId, accruedCents, movement }, now);
    if (movement === "returned") {
      await postGivenAwayReturned(tx, { ...line, ...cost, chargeId, lineId: orderLineId }, now);
    }
  }
}
