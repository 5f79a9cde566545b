import type { OrderLine } from "@zonepost/schema";
import type { PaymentDetails } from "@zonepost/schema/panel";

/** What is left of a line, with tax. Pending refunds are on their way, so they count. */
export function leftOfLine(
  { id, priceCents, taxCents }: OrderLine,
  {
    refunds,
    refundableCents,
  }: Pick<PaymentDetails, "refundableCents"> & {
    refunds: readonly Pick<PaymentDetails["refunds"][number], "state" | "lines">[];
  },
): number {
  const returned = refunds
    .filter(({ state }) => state === "pending" || state === "succeeded")
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, Math.min(priceCents + taxCents - returned, refundableCents));
}
