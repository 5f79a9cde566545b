import type { AttentionKind, NotificationTopic } from "@zonepost/schema";

/** What needs attention is in the digest of those who chose it for this topic. */
export const topicOfKind: Record<AttentionKind, NotificationTopic> = {
  domain_in_redemption: "expiry",
  domain_expired: "expiry",
  renewal_failed: "expiry",
  expires_without_renewal: "expiry",
  domain_suspended: "expiry",
  mail_unpaid: "expiry",
  transfer_out_requested: "transfers",
  registry_refuses: "dns",
  dnssec_broken: "dns",
  nameservers_silent: "dns",
  mail_suspended: "mail",
  mail_dns_wrong: "mail",
  storage_nearly_full: "mail",
  sending_limited: "mail",
  forwarding_unconfirmed: "mail",
  dkim_waiting: "mail",
  endpoint_deactivated: "webhooks",
  endpoint_failing: "webhooks",
  refund_owed: "payments",
  card_expires: "payments",
  payment_disputed: "payments",
  fraud_warning: "payments",
};
