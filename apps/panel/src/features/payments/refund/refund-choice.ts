import type { OrderLine } from "@zonepost/schema";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { centsOf } from "../../../ui/values/cents-of.ts";

export type RefundChoice =
  | { kind: "everything" }
  | { kind: "lines"; lineIds: readonly string[] }
  | { kind: "amount"; text: string };

/** The input of the API; undefined if the choice isn't complete. */
export type RefundWish = { lineIds?: string[]; amountCents?: number };

export function refundWishOf(
  choice: RefundChoice,
  { currency, refundableCents }: Pick<PaymentDetails, "currency" | "refundableCents">,
): RefundWish | undefined {
  switch (choice.kind) {
    case "everything":
      return {};
    case "lines":
      return choice.lineIds.length === 0 ? undefined : { lineIds: [...choice.lineIds] };
    case "amount": {
      const amountCents = centsOf(choice.text, currency);
      return amountCents === undefined || amountCents === 0 || amountCents > refundableCents
        ? undefined
        : { amountCents };
    }
  }
}

/** What is left of a line, with tax. Pending refunds are on their way, so they count. */
export function leftOfLine(
  { id, priceCents, taxCents }: OrderLine,
  { refunds, refundableCents }: Pick<PaymentDetails, "refunds" | "refundableCents">,
): number {
  const returned = refunds
    .filter(({ state }) => state !== "failed")
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, Math.min(priceCents + taxCents - returned, refundableCents));
}

/** A line in progress can't be refunded. */
export const isOpenLine = ({ state }: OrderLine) => state === "pending" || state === "running";
