import { hasRight, type RightsHolder } from "@zonepost/schema";

/** As a pattern of SQL's `like`. */
export const paymentEvents = "payment.%";

export const isPaymentEvent = (type: string): boolean => type.startsWith("payment.");

/** Events about payments, their deliveries and bodies are shown to those who may see payments. */
export const seesPayments = (actor: RightsHolder): boolean => hasRight(actor, "payments:read");

export const seesEvent = (actor: RightsHolder, type: string): boolean =>
  seesPayments(actor) || !isPaymentEvent(type);

type Subscription = { url: string; events: readonly string[] };

const paymentsIn = (events: readonly string[]) =>
  events.filter((type) => type === "*" || isPaymentEvent(type));

/**
 * Whether a change sends events about payments to somewhere new: another selection of them, or another URL. `before` is
 * null for a new endpoint. What was subscribed earlier stays.
 */
export function sendsPaymentsElsewhere(before: Subscription | null, after: Subscription): boolean {
  const selected = paymentsIn(after.events);
  const isNew = (type: string) => !before?.events.includes("*") && !before?.events.includes(type);
  return before && after.url !== before.url ? selected.length > 0 : selected.some(isNew);
}
