import type { EventType, WebhookDelivery } from "@zonepost/schema";
import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** Up to now, or days that are chosen. */
export const deliveryRanges = ["hour", "day", "week", "month", "days"] as const;

// Without the schemas of both, which the filters don't need.
const isStatus: Record<WebhookDelivery["status"], true> = {
  pending: true,
  succeeded: true,
  failed: true,
  skipped: true,
};
const isType: Record<EventType, true> = {
  "domain.registered": true,
  "domain.expiring_soon": true,
  "domain.expired": true,
  "domain.transferred": true,
  "domain.nameservers_changed": true,
  "domain.dnssec_enabled": true,
  "domain.dnssec_disabled": true,
  "payment.received": true,
  "payment.confirmed": true,
  "payment.failed": true,
  "payment.refunded": true,
  "zone.created": true,
  "zone.changed": true,
  "zone.published": true,
  "zone.delegation_changed": true,
  "zone.deleted": true,
};
export const deliveryStatuses = Object.keys(isStatus) as WebhookDelivery["status"][];
export const deliveryTypes = Object.keys(isType) as EventType[];

/** The filters of the delivery log, and the delivery that is open in the drawer. */
export const endpointParams = {
  status: parseAsStringLiteral(deliveryStatuses),
  type: parseAsStringLiteral(deliveryTypes),
  subject: parseAsString.withDefault(""),
  range: parseAsStringLiteral(deliveryRanges),
  /** With the range `days`: inclusive, in the reader's time zone. */
  from: parseAsString.withDefault(""),
  until: parseAsString.withDefault(""),
  delivery: parseAsString,
};

export const loadEndpointParams = createLoader(endpointParams);

export const noFilters = { status: null, type: null, subject: null, range: null, from: null, until: null };
