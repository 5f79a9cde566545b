import type { PaymentMethod } from "@zonepost/schema";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { ProcessorCard } from "../ports.ts";

/** More than anyone pays with; bounds the list. */
export const maxPaymentMethods = 20;

type CardFace = Pick<PaymentMethod, "brand" | "last4" | "expiryMonth" | "expiryYear">;

/**
 * - `add`: a new card.
 * - `record_removed`: a card that was detached before we stored it, so that an earlier read can't add it later.
 */
export type CardChange = "add" | "update" | "remove" | "record_removed" | "none";

/** Compares our row with the processor's card, for one of its customers. */
export function cardChangeOf(
  row: (CardFace & { removedAt: Date | null }) | undefined,
  card: ProcessorCard | null,
  { customerId, mayAdd }: { customerId: string | undefined; mayAdd: boolean },
): CardChange {
  if (card === null) {
    return "none";
  }
  const isAttached = customerId !== undefined && card.customerId === customerId;
  if (!row) {
    if (isAttached) {
      return mayAdd ? "add" : "none";
    }
    return card.customerId === null ? "record_removed" : "none";
  }
  // A detached card can never be attached again.
  if (row.removedAt !== null) {
    return "none";
  }
  if (!isAttached) {
    return "remove";
  }
  const isSame =
    row.brand === card.brand &&
    row.last4 === card.last4 &&
    row.expiryMonth === card.expiryMonth &&
    row.expiryYear === card.expiryYear;
  return isSame ? "none" : "update";
}

/** The panel's page to return to. Any other origin could pass itself off as the panel. */
export function returnUrlOf(returnUrl: string | undefined, panelUrl: string): URL {
  const url = new URL(returnUrl ?? `${panelUrl}/payments`);
  const { origin } = new URL(panelUrl);
  if (url.origin !== origin || url.username !== "" || url.password !== "") {
    throw invalid([{ pointer: "/returnUrl", message: `Enter a URL that starts with ${origin}/.` }]);
  }
  return url;
}

/** The processor expires a page after a day. Until then, a card can still come of it. */
const pageLifeMs = dayMs;

export const mayBeOpenSince = (now: Date): Date => new Date(now.getTime() - pageLifeMs);

const firstCheckMs = 2 * minuteMs;

/** The next look at an open page, in case its notice is lost: after 2, 4, 8 minutes and so on, ten in a day. */
export function nextCheckAt(page: { createdAt: Date }, now: Date): Date {
  const ageMs = now.getTime() - page.createdAt.getTime();
  return new Date(now.getTime() + Math.max(ageMs, firstCheckMs));
}
