import type { AttentionItem, AttentionKind } from "@zonepost/schema";

/** The places of the navigation where something can be to do. */
export type AttentionPlace = "domains" | "mail" | "webhooks" | "renewals" | "payments";

const placeOfKind: Record<AttentionKind, AttentionPlace> = {
  domain_in_redemption: "domains",
  domain_expired: "domains",
  renewal_failed: "renewals",
  registry_refuses: "domains",
  dnssec_broken: "domains",
  nameservers_silent: "domains",
  transfer_out_requested: "domains",
  mail_unpaid: "mail",
  mail_suspended: "mail",
  domain_suspended: "domains",
  refund_owed: "payments",
  endpoint_deactivated: "webhooks",
  mail_dns_wrong: "mail",
  storage_nearly_full: "mail",
  sending_limited: "mail",
  expires_without_renewal: "domains",
  card_expires: "payments",
  endpoint_failing: "webhooks",
  payment_disputed: "payments",
  fraud_warning: "payments",
  forwarding_unconfirmed: "mail",
  dkim_waiting: "mail",
};

export const attentionPlaces = [...new Set(Object.values(placeOfKind))];

type Counted = Pick<AttentionItem, "kind" | "snoozedUntil">;

/** Snoozed rows don't count. */
const asks = ({ kind, snoozedUntil }: Counted, place: string | undefined) =>
  snoozedUntil === null && (place === undefined || placeOfKind[kind] === place);

/** The rows that ask for something, everywhere or in one place, in the order of the API. */
export const attentionRows = <Item extends Counted>(items: readonly Item[], place?: string): Item[] =>
  items.filter((item) => asks(item, place));

export const attentionCount = (items: readonly Counted[], place?: string): number =>
  attentionRows(items, place).length;
