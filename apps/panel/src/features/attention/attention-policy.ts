import { type AttentionItem, type AttentionKind, needsAttention } from "@zonepost/schema";

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

const isOf = (place: string | undefined, { kind }: Counted) =>
  place === undefined || placeOfKind[kind] === place;

/** How many rows of the list ask for something, everywhere or in one place. Snoozed ones don't count. */
export const attentionCount = (items: readonly Counted[], place?: string): number =>
  items.filter((item) => needsAttention(item) && isOf(place, item)).length;

/** The rows that ask for something, in the order of the API. */
export const attentionRows = <Item extends Counted>(items: readonly Item[], place?: string): Item[] =>
  items.filter((item) => needsAttention(item) && isOf(place, item));
