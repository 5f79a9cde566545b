import type { Transaction } from "@zonepost/db";
import type { LineCharge } from "../../domains/index.ts";
import { postGivenAwayReturned, postRegistryCost } from "../../payments/index.ts";
import type { LineWithOrder } from "../model/order-row.ts";

/** Posts a registry's charge for a line, or its return, in the transaction that records it. */
export async function recordRegistryCost(
  tx: Transaction,
  movement: "charged" | "returned",
  { line, order }: LineWithOrder,
  { cost, chargeId: ownRenewalId, accruedCents }: Omit<LineCharge, "orderLineId">,
  now: Date,
): Promise<void> {
  if (!cost) {
    return;
  }
  const { id: lineId, workspaceId, orderId, domainName } = line;
  const chargeId = ownRenewalId === undefined ? lineId : `${lineId}:${ownRenewalId}`;
  const posted = { workspaceId, orderId, paymentId: order.paymentId, domainName, ...cost, chargeId };
  await postRegistryCost(tx, { ...posted, accruedCents, movement }, now);
  if (movement === "returned") {
    await postGivenAwayReturned(tx, { ...posted, lineId }, now);
  }
}
