import {
  hasRight,
  type NotificationChoice,
  type NotificationTopic,
  notificationTopics,
  type Right,
  type WorkspaceRole,
} from "@zonepost/schema";

/**
 * Whom emails of a kind go to. With a topic, to the members who may see it, in the way that each has chosen; those with
 * `ownersAtOnce` always go to owners at once. Others can't be turned off: to the account, address or mailbox concerned, to
 * owners, to everyone who sees payments, or to the operator.
 */
type EmailRule =
  | { topic: NotificationTopic; ownersAtOnce?: true }
  | { always: "concerned" | "owners" | "payments" | "operator" };

const concerned = { always: "concerned" } as const;
const owners = { always: "owners" } as const;
const operator = { always: "operator" } as const;
const of = (topic: NotificationTopic) => ({ topic }) as const;
/** Registries prescribe them, or a thief with an owner's session would silence them first. */
const always = (topic: NotificationTopic) => ({ topic, ownersAtOnce: true }) as const;

/** Every email of the product, by its kind. */
const emailRules = {
  domain_expiring: always("expiry"),
  domain_expired: always("expiry"),
  renewal_failed: of("expiry"),
  expiry_digest: of("expiry"),
  mail_plan_ends: of("expiry"),
  mail_plan_ended: of("expiry"),
  mail_renewed: of("expiry"),
  auth_code_created: always("transfers"),
  transfer_out_requested: always("transfers"),
  transfer_out_rejected: of("transfers"),
  transfer_out_cancelled: of("transfers"),
  transferred_out: always("transfers"),
  transfer_in_requested: of("transfers"),
  transferred_in: of("transfers"),
  transfer_in_failed: of("transfers"),
  domain_deleted: always("transfers"),
  domain_gone: always("transfers"),
  transfers_digest: of("transfers"),
  contacts_changed: always("contacts"),
  contacts_digest: always("contacts"),
  domain_dns_broken: of("dns"),
  domain_dns_fixed: of("dns"),
  mail_dns_broken: of("mail"),
  mail_dns_fixed: of("mail"),
  mail_dkim_waits: of("mail"),
  mail_storage_warning: of("mail"),
  mail_sending_limited: of("mail"),
  forwarding_paused: of("mail"),
  forwarding_stopped: of("mail"),
  webhook_failing: of("webhooks"),
  webhook_deactivated: of("webhooks"),
  webhook_gone: of("webhooks"),
  refund: of("payments"),
  refund_failed: of("payments"),
  order_line_failed: of("payments"),
  payment_confirmation_needed: of("payments"),
  mail_renewal_failed: of("payments"),
  card_expiring: of("payments"),
  receipt: { always: "payments" },
  dispute_lost: { always: "payments" },
  security_change: owners,
  api_key_created: owners,
  mail_sieve_changed: owners,
  mail_deactivated: owners,
  service_restored: owners,
  ownership_transferred: owners,
  daily_digest: concerned,
  magic_link: concerned,
  invitation: concerned,
  removed_from_workspace: concerned,
  password_reset: concerned,
  password_changed: concerned,
  email_change: concerned,
  email_change_requested: concerned,
  email_changed: concerned,
  second_factor_changed: concerned,
  second_factor_locked: concerned,
  operator_changed: concerned,
  account_deletion_requested: concerned,
  account_deletion_undone: concerned,
  account_deletion_postponed: concerned,
  account_deleted: concerned,
  erased: operator,
  forwarding_confirmation: concerned,
  dispute: operator,
  fraud_warning: operator,
  refund_requested: operator,
  late_order_line: operator,
  payment_differences: operator,
  registry_messages: operator,
  registry_balance_low: operator,
  release_findings: operator,
  archive_failing: operator,
  database_full: operator,
} satisfies Record<string, EmailRule>;

export type EmailKind = keyof typeof emailRules;
export const emailKinds = Object.keys(emailRules) as EmailKind[];
export const emailRuleOf = (kind: EmailKind): EmailRule => emailRules[kind];

/** A topic is only offered to people who may see what it is about. */
const topicRights: Record<NotificationTopic, Right> = {
  expiry: "domains:read",
  transfers: "domains:read",
  contacts: "domains:read",
  dns: "domains:read",
  mail: "mail:read",
  webhooks: "webhooks:read",
  payments: "payments:read",
};

export type NotificationChoices = Partial<Record<NotificationTopic, NotificationChoice>>;

export type Seat = {
  role: WorkspaceRole;
  domainNames: readonly string[] | null;
  choices: NotificationChoices;
};

export const maySeeTopic = (seat: Omit<Seat, "choices">, topic: NotificationTopic): boolean =>
  hasRight(seat, topicRights[topic]);

/** Unless they chose otherwise, owners get everything, and people who pay get what is about money. */
export function choiceOf(seat: Seat, topic: NotificationTopic): NotificationChoice {
  if (!maySeeTopic(seat, topic)) {
    return "none";
  }
  return seat.choices[topic] ?? (seat.role === "owner" || topic === "payments" ? "at_once" : "none");
}

/** How a member gets an email of this kind; `domainNames` if it is about these only. */
export function deliveryOf(
  seat: Seat,
  kind: EmailKind,
  domainNames: readonly string[] = [],
): NotificationChoice {
  const rule = emailRuleOf(kind);
  const isOwner = seat.role === "owner";
  if ("always" in rule) {
    const isMeant =
      (rule.always === "owners" && isOwner) || (rule.always === "payments" && maySeeTopic(seat, "payments"));
    return isMeant ? "at_once" : "none";
  }
  if (!seesAll(seat, domainNames)) {
    return "none";
  }
  return isOwner && rule.ownersAtOnce ? "at_once" : choiceOf(seat, rule.topic);
}

export const seesAll = ({ domainNames: own }: Omit<Seat, "choices">, names: readonly string[]): boolean =>
  own === null || names.every((name) => own.includes(name));

/** The topics of which owners get every email at once. */
export const fixedTopicsOf = ({ role }: Pick<Seat, "role">): NotificationTopic[] =>
  role === "owner" ? notificationTopics.filter(isFixedForOwners) : [];

const isFixedForOwners = (topic: NotificationTopic): boolean =>
  emailKinds.map(emailRuleOf).every((rule) => {
    const isOther = "always" in rule || rule.topic !== topic;
    return isOther || rule.ownersAtOnce === true;
  });

export const takesDigests = (seat: Seat): boolean =>
  notificationTopics.some((topic) => choiceOf(seat, topic) === "digest");
