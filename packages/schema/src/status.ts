import type { unavailableReasons } from "./domains/domain-search.ts";
import type { Payment } from "./payments/payments.ts";
import {
  checkIntervalsMs,
  checkTableOf,
  couldNotCheck,
  notCheckedYet,
  type StatusTable,
  type StatusTone,
  tableOf,
} from "./status/table.ts";
import type {
  domainOperationStates,
  domainStatuses,
  orderLineStates,
  orderStates,
  paymentStatuses,
  renewalStates,
} from "./vocabulary.ts";

// What each state of a thing means to people: its word, its tone, who acts next, and what it rests on. The API's
// explanations, the panel's badges and emails use these entries, so that they can't disagree. A page loads a whole file of
// them, so those of mail, webhooks and zones have their own.

export * from "./status/mail.ts";
export {
  checkIntervalsMs,
  couldNotCheck,
  type Evidence,
  type NextActor,
  nextActors,
  notCheckedYet,
  type StatusEntry,
  type StatusTable,
  type StatusTone,
  statusTones,
} from "./status/table.ts";
export * from "./status/webhooks.ts";
export * from "./status/zones.ts";

export type Freshness = "fresh" | "never" | "stale";

/** Whether a check that last ran at `checkedAt` still tells what is. */
export function freshnessOf(intervalMs: number, checkedAt: string | Date | null, now: Date): Freshness {
  if (checkedAt === null) {
    return "never";
  }
  return now.getTime() - new Date(checkedAt).getTime() <= 2 * intervalMs ? "fresh" : "stale";
}

/** For a state that a check has found: the state, unless the check is missing or too old. */
export function checkedState<State extends string>(
  state: State,
  { intervalMs, checkedAt, now }: { intervalMs: number; checkedAt: string | Date | null; now: Date },
): State | "unchecked" | "unknown" {
  const freshness = freshnessOf(intervalMs, checkedAt, now);
  return freshness === "fresh" ? state : freshness === "never" ? "unchecked" : "unknown";
}

/** Besides its statuses, a domain has situations that its dates and its renewal make. */
export type DomainStandingLabel =
  | (typeof domainStatuses)[number]
  | "expires"
  | "renewal_overdue"
  | "renewal_failed"
  | "suspended";

export const domainStates = /* @__PURE__ */ tableOf(
  { record: "The registry's response, and the paid term" },
  {
    pending: ["Pending", "waiting", "registry"],
    active: ["Active", "good", "nobody"],
    expires: ["Expires", "warn", "you"],
    // Its renewal is due or under way, and hasn't failed: then it is `renewal_failed`, which needs attention.
    renewal_overdue: ["Renewal overdue", "waiting", "zonepost"],
    renewal_failed: ["Renewal failed", "bad", "you"],
    suspended: ["Suspended", "bad", "you"],
    expired: ["Expired", "bad", "you"],
    redemption: ["In redemption", "bad", "you"],
    pending_delete: ["Pending delete", "bad", "registry"],
    pending_transfer: ["Transfer pending", "waiting", "other_registrar"],
    transferred_out: ["Transferred out", "off", "nobody"],
    deleted: ["Deleted", "off", "nobody"],
  },
) satisfies StatusTable<DomainStandingLabel>;

/** The codes of a domain's `explanation`. An expired domain with auto-renew waits for us instead. */
export const domainSituations = /* @__PURE__ */ tableOf(
  { record: "The registry's response, the paid term, and the renewal's order" },
  {
    active: ["Active", "good", "you"],
    active_auto_renew: ["Active", "good", "zonepost"],
    expires_soon: ["Expires", "warn", "you"],
    expired_in_grace: ["Expired", "bad", "you"],
    renewal_failed: ["Renewal failed", "bad", "you"],
    suspended_unpaid: ["Suspended", "bad", "you"],
    in_redemption: ["In redemption", "bad", "you"],
    pending_registration: ["Pending", "waiting", "registry"],
    pending_delete: ["Pending delete", "bad", "registry"],
    transferring_in: ["Transfer pending", "waiting", "other_registrar"],
    transferring_out: ["Transfer pending", "waiting", "you"],
    transferred_out: ["Transferred out", "off", "nobody"],
    deleted: ["Deleted", "off", "nobody"],
  },
);
export type DomainSituation = keyof typeof domainSituations;

export const renewalStateTable = /* @__PURE__ */ tableOf(
  { record: "The renewal's order and its last charge" },
  {
    scheduled: ["Auto-renews", "good", "zonepost"],
    processing: ["Renewing", "waiting", "zonepost"],
    failed: ["Renewal failed", "bad", "you"],
    expiring: ["Won't renew", "warn", "you"],
  },
) satisfies StatusTable<(typeof renewalStates)[number]>;

/** The chain of trust, as the last check of every nameserver found it. `unchecked` and `unknown` aren't results. */
export const dnssecStates = /* @__PURE__ */ checkTableOf(
  { check: "Each nameserver's keys and signatures", intervalMs: checkIntervalsMs.dnssec },
  {
    validates: ["Protected", "good", "nobody"],
    breaks: ["Broken: people can't reach this domain", "bad", "you"],
  },
  {
    insecure: {
      word: "Not protected",
      tone: "off",
      nextActor: "nobody",
      evidence: { record: "The DS records in the parent zone" },
    },
    unchecked: notCheckedYet,
    unknown: couldNotCheck,
  },
);

/** The latest stored check of a domain's nameservers and its chain of trust. */
type DnsCheck = {
  checkedAt: string | null;
  dnssec: "insecure" | "validates" | "breaks" | "unknown";
  answering: number;
  asked: number;
  /** Whether any nameserver has answered for the domain at this or an earlier check. */
  hasAnswered: boolean;
};

/** Published DS records alone protect nothing: only nameservers that answered with matching keys do. */
export function dnssecStateOf(
  hasDsRecords: boolean,
  check: Pick<DnsCheck, "checkedAt" | "dnssec"> | null,
  now: Date,
): keyof typeof dnssecStates {
  if (!hasDsRecords) {
    return "insecure";
  }
  // A check from before the records were published says nothing about them.
  const found = !check || check.dnssec === "insecure" ? "unchecked" : check.dnssec;
  return checkedState(found, {
    intervalMs: checkIntervalsMs.dnssec,
    checkedAt: check?.checkedAt ?? null,
    now,
  });
}

/** All nameservers of a domain together. Many domains are registered before they are set up: see `never`. */
export const delegationStates = /* @__PURE__ */ checkTableOf(
  { check: "The nameservers' responses", intervalMs: checkIntervalsMs.nameservers },
  {
    all: ["Responding", "good", "nobody"],
    some: ["Partly responding", "warn", "you"],
    none: ["Not responding", "bad", "you"],
    never: ["Not set up yet", "off", "you"],
  },
  {
    no_nameservers: {
      word: "No nameservers",
      tone: "warn",
      nextActor: "you",
      evidence: { record: "The domain's nameservers" },
    },
    unchecked: notCheckedYet,
    unknown: couldNotCheck,
  },
);

export function delegationStateOf(
  hasNameservers: boolean,
  check: Omit<DnsCheck, "dnssec"> | null,
  now: Date,
): keyof typeof delegationStates {
  if (!hasNameservers) {
    return "no_nameservers";
  }
  if (!check) {
    return "unchecked";
  }
  const { answering, asked, checkedAt, hasAnswered } = check;
  const silent = hasAnswered ? "none" : "never";
  const found = answering === 0 ? silent : answering < asked ? "some" : "all";
  return checkedState(found, { intervalMs: checkIntervalsMs.nameservers, checkedAt, now });
}

export const nameserverStates = /* @__PURE__ */ tableOf(
  { check: "The nameserver's response", intervalMs: checkIntervalsMs.nameservers },
  {
    answers: ["Responding", "good", "nobody"],
    unresolvable: ["No IP address", "bad", "you"],
    timeout: ["Not responding", "bad", "you"],
    refused: ["Refused", "bad", "you"],
    not_authoritative: ["Doesn't serve this domain", "bad", "you"],
    private_address: ["Private address", "bad", "you"],
    malformed: ["Invalid response", "bad", "you"],
    busy: ["Couldn't check", "waiting", "zonepost"],
  },
);

export const websiteStates = /* @__PURE__ */ tableOf(
  { check: "A resolver's response", intervalMs: checkIntervalsMs.nameservers },
  {
    found: ["Found", "good", "nobody"],
    missing: ["No IP address", "off", "you"],
    private_address: ["A private IP address", "warn", "you"],
    unknown: ["Couldn't check", "waiting", "zonepost"],
  },
);

export const paymentStates = /* @__PURE__ */ tableOf(
  { record: "The processor's response" },
  {
    pending: ["Pending", "waiting", "you"],
    received: ["Received", "info", "zonepost"],
    paused: ["Paused", "warn", "zonepost"],
    confirmed: ["Confirmed", "good", "nobody"],
    failed: ["Declined", "bad", "you"],
    refunded: ["Refunded", "off", "nobody"],
    disputed: ["Disputed", "warn", "zonepost"],
    dispute_lost: ["Dispute lost", "bad", "you"],
    canceled: ["Canceled", "off", "nobody"],
  },
) satisfies StatusTable<(typeof paymentStatuses)[number] | "paused" | "dispute_lost" | "canceled">;

/** What people see of a payment, whose status alone tells neither a pause nor the end of its order or dispute. */
export function paymentStateOf(
  { status, cooldown }: Pick<Payment, "status" | "cooldown">,
  orderState: (typeof orderStates)[number],
): keyof typeof paymentStates {
  if (orderState === "cancelled" && (status === "pending" || status === "failed")) {
    return "canceled";
  }
  if (status === "received" && cooldown?.state === "paused") {
    return "paused";
  }
  return status === "disputed" && cooldown?.state === "ended" ? "dispute_lost" : status;
}

export const cooldownStates = /* @__PURE__ */ tableOf(
  { record: "The payment's date, and what pauses it" },
  {
    running: ["Confirming", "waiting", "nobody"],
    paused: ["Paused", "warn", "zonepost"],
    done: ["Confirmed", "good", "nobody"],
    ended: ["Ended", "off", "nobody"],
  },
);

export const refundStates = /* @__PURE__ */ tableOf(
  { record: "The processor's response" },
  {
    waiting: ["Waiting for the operator", "waiting", "zonepost"],
    pending: ["In progress", "waiting", "zonepost"],
    succeeded: ["Done", "good", "nobody"],
    failed: ["Failed", "bad", "zonepost"],
  },
);

export const disputeStates = /* @__PURE__ */ tableOf(
  { record: "The processor's response" },
  {
    open: ["Open", "warn", "zonepost"],
    won: ["Won", "good", "nobody"],
    lost: ["Lost", "bad", "you"],
    released: ["Released", "off", "nobody"],
  },
);

export const orderStateTable = /* @__PURE__ */ tableOf(
  { record: "The order's payment and lines" },
  {
    awaiting_payment: ["Not paid", "warn", "you"],
    processing: ["In progress", "waiting", "zonepost"],
    completed: ["Completed", "good", "nobody"],
    partly_completed: ["Partly completed", "warn", "you"],
    failed: ["Failed", "bad", "you"],
    cancelled: ["Canceled", "off", "nobody"],
  },
) satisfies StatusTable<(typeof orderStates)[number]>;

export const orderLineStateTable = /* @__PURE__ */ tableOf(
  { record: "The registry's response" },
  {
    pending: ["Waiting", "waiting", "zonepost"],
    running: ["In progress", "waiting", "zonepost"],
    completed: ["Done", "good", "nobody"],
    failed: ["Failed", "bad", "you"],
    refunded: ["Refunded", "off", "nobody"],
  },
) satisfies StatusTable<(typeof orderLineStates)[number]>;

/** Another party's answer is `waiting`; an outgoing transfer needs the workspace's. */
export const operationStates = /* @__PURE__ */ tableOf(
  { record: "The registry's response" },
  {
    pending: ["In progress", "waiting", "registry"],
    waiting: ["Waiting", "waiting", "other_registrar"],
    action_required: ["Action required", "warn", "you"],
    succeeded: ["Done", "good", "nobody"],
    failed: ["Failed", "bad", "you"],
    canceled: ["Canceled", "off", "nobody"],
  },
) satisfies StatusTable<(typeof domainOperationStates)[number] | "waiting" | "canceled">;

export const batchStates = /* @__PURE__ */ tableOf(
  { record: "The results of its domains" },
  { running: ["In progress", "waiting", "zonepost"], finished: ["Done", "good", "nobody"] },
);

export const batchItemStates = /* @__PURE__ */ tableOf(
  { record: "The registry's response" },
  {
    waiting: ["Waiting", "waiting", "zonepost"],
    succeeded: ["Done", "good", "nobody"],
    failed: ["Failed", "bad", "you"],
  },
);

export const invitationStates = /* @__PURE__ */ tableOf(
  { record: "The recipient's answer" },
  {
    pending: ["Pending", "waiting", "nobody"],
    accepted: ["Accepted", "good", "nobody"],
    cancelled: ["Canceled", "off", "nobody"],
    expired: ["Expired", "warn", "you"],
  },
);

export const apiKeyStates = /* @__PURE__ */ tableOf(
  { record: "The key's dates" },
  {
    active: ["Active", "good", "nobody"],
    ending: ["Expires soon", "warn", "you"],
    rolled: ["Being replaced", "waiting", "you"],
    off: ["Off", "warn", "you"],
    expired: ["Expired", "off", "nobody"],
    revoked: ["Revoked", "bad", "nobody"],
  },
);

/** A setting that protects something, such as auto-renew, a transfer lock or a second factor. */
export const switchStates = /* @__PURE__ */ tableOf(
  { record: "The setting" },
  { on: ["On", "good", "nobody"], off: ["Off", "off", "nobody"] },
);

/** Whether a name can be registered. */
export const nameStates = /* @__PURE__ */ tableOf(
  { record: "The registry's response" },
  {
    available: ["Available", "good", "you"],
    taken: ["Taken", "off", "nobody"],
    already_yours: ["Yours", "off", "nobody"],
    reserved: ["Reserved", "off", "nobody"],
    invalid_label: ["Not allowed", "off", "you"],
    not_offered: ["Not offered", "off", "nobody"],
    registry_away: ["Couldn't check", "waiting", "zonepost"],
  },
) satisfies StatusTable<"available" | (typeof unavailableReasons)[number]>;

export const cardStates = /* @__PURE__ */ tableOf(
  { record: "The card's expiry date and its last charge" },
  {
    valid: ["Valid", "good", "nobody"],
    declined: ["Last charge declined", "bad", "you"],
    soon: ["Expires soon", "warn", "you"],
    expired: ["Expired", "bad", "you"],
  },
);

/** Of something that is done in steps. */
export const stepStates = /* @__PURE__ */ tableOf(
  { record: "The step's result" },
  {
    done: ["Done", "good", "nobody"],
    current: ["In progress", "waiting", "zonepost"],
    ahead: ["Not started", "off", "nobody"],
  },
);

export const serviceStates = /* @__PURE__ */ tableOf(
  { record: "The response itself" },
  { ok: ["Available", "good", "nobody"], unavailable: ["Unavailable", "bad", "zonepost"] },
);

// What follows isn't the state of a thing, but has a tone.

/** What distinguishes a thing from others: the default card, this session, a premium name. */
export const markTones = {
  default: "info",
  current: "info",
  premium: "info",
  kind: "info",
} as const satisfies Record<string, StatusTone>;

export const severityTones = {
  critical: "bad",
  warning: "warn",
  notice: "info",
} as const satisfies Record<string, StatusTone>;

/** What happened to a payment. What also is a state of it, a refund or a dispute has that state's tone. */
export const paymentStepTones = /* @__PURE__ */ (() =>
  ({
    ordered: "info",
    page_opened: paymentStates.pending.tone,
    charging: paymentStates.pending.tone,
    authentication: paymentStates.pending.tone,
    declined: paymentStates.failed.tone,
    received: paymentStates.received.tone,
    charged_twice: "warn",
    order_canceled: orderStateTable.cancelled.tone,
    warning_opened: "warn",
    warning_closed: "off",
    dispute_opened: disputeStates.open.tone,
    inquiry_opened: disputeStates.open.tone,
    dispute_won: disputeStates.won.tone,
    dispute_lost: disputeStates.lost.tone,
    refund_waiting: refundStates.waiting.tone,
    refund_pending: refundStates.pending.tone,
    refunded: paymentStates.refunded.tone,
    refund_failed: refundStates.failed.tone,
    refund_declined: "off",
    confirmed: paymentStates.confirmed.tone,
    confirms: cooldownStates.running.tone,
  }) as const satisfies Record<string, StatusTone>)();

/** Why a payment needs the operator. */
export const operatorNeedTones = {
  dispute: "bad",
  fraud_warning: "warn",
  refund_failed: "warn",
  books_differ: "warn",
  refund_waiting: "warn",
  paid_late: "warn",
} as const satisfies Record<string, StatusTone>;
