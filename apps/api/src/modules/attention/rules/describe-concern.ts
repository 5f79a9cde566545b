import type { AttentionItem, AttentionKind, AttentionSeverity } from "@zonepost/schema";
import type { Concern } from "../../../kernel/concern.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { writtenDay } from "../../../kernel/written-day.ts";

/** An item before it is grouped. */
export type Single = Omit<AttentionItem, "count" | "snoozedUntil">;

type Viewer = {
  now: Date;
  /** Whether the bank's reason may be shown. */
  seesPayments: boolean;
};

type Words = {
  severity: AttentionSeverity;
  action: AttentionItem["action"];
  message: string;
  /** If the kind has several situations. */
  code?: string;
};

/** Without a renewal, the last week is critical. */
const lastDays = 7;

export function describeConcern(concern: Concern, viewer: Viewer): Single {
  const { kind, subject, since, until } = concern;
  const { severity, action, message, code = kind } = describe[kind](concern, viewer);
  return {
    id: `${kind}~${subject.id}`,
    kind,
    severity,
    // Its ID tells people nothing.
    subject: subject.type === "payment" ? { ...subject, name: amountOf(concern) } : subject,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    action,
    explanation: { code, message },
  };
}

const day = (value: Date | string | number | null | undefined): string =>
  value === null || value === undefined ? "" : writtenDay(new Date(value));

const pathOf = (...parts: string[]) => `/${parts.map(encodeURIComponent).join("/")}`;
const domainPage = ({ subject }: Concern, tab?: string) =>
  pathOf("domains", subject.id, ...(tab === undefined ? [] : [tab]));
const mailPage = ({ facts }: Concern, ...tab: string[]) => pathOf("mail", String(facts.domainName), ...tab);
const amountOf = ({ facts }: Concern) =>
  new Intl.NumberFormat("en", { style: "currency", currency: String(facts.currency) }).format(
    Number(facts.amountCents) / 100,
  );

const failedCharge = ({ facts }: Concern) => facts.isPayment === "true";
const cardAction = { code: "change_card", href: "/payments#cards" } as const;

/** The stored reason has this in front of it. */
const reasonOf = ({ facts }: Concern) =>
  String(facts.message ?? "")
    .replace(/^Auto-renewal failed: /, "")
    .replace(/[^.]$/, "$&.");

const failureText = (concern: Concern, { seesPayments }: Viewer) => {
  if (!failedCharge(concern)) {
    return reasonOf(concern);
  }
  return seesPayments ? `The charge failed: ${lowerFirst(reasonOf(concern))}` : "The charge failed.";
};
const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

const nextAttempt = ({ facts }: Concern) =>
  facts.triesAgainAt ? ` The next attempt is on ${day(facts.triesAgainAt)}.` : "";

const describe: Record<AttentionKind, (concern: Concern, viewer: Viewer) => Words> = {
  domain_in_redemption: (concern) => ({
    severity: "critical",
    action: { code: "restore", href: `${domainPage(concern)}?act=restore` },
    message: concern.until
      ? `The domain was deleted. It can be restored until ${day(concern.until)}.`
      : "The domain was deleted. It can still be restored.",
  }),
  domain_expired: (concern, viewer) => ({
    severity: "critical",
    action: failedCharge(concern) ? cardAction : { code: "renew", href: `${domainPage(concern)}?act=renew` },
    message: [
      `The domain expired on ${day(concern.since)}.`,
      ...(concern.facts.code ? [failureText(concern, viewer)] : []),
      concern.until
        ? `Renew it by ${day(concern.until)}. After that, it stops working, and you may lose it.`
        : "Renew it to keep it.",
    ].join(" "),
  }),
  renewal_failed: (concern, viewer) => {
    const isMail = concern.subject.type === "mail_domain";
    const expires = `${isMail ? "The mail plan" : "The domain"} expires on ${day(concern.until)}.`;
    if (isMail) {
      return {
        severity: "critical",
        code: "mail_renewal_failed",
        action: cardAction,
        message: `The mail plan wasn't renewed. ${expires}`,
      };
    }
    return {
      severity: "critical",
      action: failedCharge(concern)
        ? cardAction
        : { code: "renew", href: `${domainPage(concern)}?act=renew` },
      message: `${failureText(concern, viewer)}${nextAttempt(concern)} ${expires}`,
    };
  },
  registry_refuses: (concern) => ({
    severity: "warning",
    action: {
      code: "open_operation",
      href: pathOf("domains", "operations", String(concern.facts.operationId)),
    },
    message: `The registry refused a change on ${day(concern.since)}: ${reasonOf(concern)}`,
  }),
  dnssec_broken: (concern) => ({
    severity: "critical",
    action: { code: "open_dnssec", href: domainPage(concern, "dnssec") },
    message: `Since ${day(concern.since)}, the domain's DNSSEC signatures don't match its DS records, so many people can't reach it.`,
  }),
  nameservers_silent: (concern) => ({
    severity: "critical",
    action: { code: "open_nameservers", href: domainPage(concern, "nameservers") },
    message: `None of the domain's nameservers has answered since ${day(concern.since)}.`,
  }),
  transfer_out_requested: (concern) => ({
    severity: "critical",
    action: {
      code: "answer_transfer",
      href: pathOf("domains", "operations", String(concern.facts.operationId)),
    },
    message: concern.until
      ? `Another registrar requested the domain. Unless you reject it, it is transferred on ${day(concern.until)}.`
      : "Another registrar requested the domain. Approve or reject the transfer.",
  }),
  mail_unpaid: (concern) => ({
    severity: "critical",
    action: { code: "renew_mail", href: mailPage(concern) },
    message: `The mail plan ended on ${day(concern.since)}. Mail is suspended until it is paid.`,
  }),
  mail_suspended: (concern) => {
    const isOwnChoice = concern.facts.reason === "by_user";
    return {
      severity: isOwnChoice ? "notice" : "critical",
      code: isOwnChoice ? "mail_suspended_by_user" : "mail_suspended_for_dispute",
      action: { code: isOwnChoice ? "resume_mail" : "pay", href: mailPage(concern) },
      message: isOwnChoice
        ? `Mail has been suspended since ${day(concern.since)}. Mail that arrives is deferred, then refused.`
        : `Mail has been suspended since ${day(concern.since)} because a dispute about its payment was lost.`,
    };
  },
  domain_suspended: (concern) => ({
    severity: "critical",
    action: { code: "pay", href: domainPage(concern) },
    message: `The domain has been suspended since ${day(concern.since)} because a dispute about its payment was lost. It works again once the amount is paid.`,
  }),
  refund_owed: (concern) => ({
    severity: "warning",
    action: { code: "open_payment", href: pathOf("payments", concern.subject.id) },
    message: `A refund of ${amountOf(concern)} failed on ${day(concern.since)}. The operator pays it in another way.`,
  }),
  endpoint_deactivated: (concern) => ({
    severity: "critical",
    code: concern.facts.reason === "gone" ? "endpoint_gone" : "endpoint_deactivated",
    action: { code: "reactivate_endpoint", href: pathOf("webhooks", concern.subject.id) },
    message:
      concern.facts.reason === "gone"
        ? `The endpoint was deactivated on ${day(concern.since)} because it responded with 410 Gone.`
        : `The endpoint was deactivated on ${day(concern.since)} after ${concern.facts.failures} failures in a row. It receives no events.`,
  }),
  mail_dns_wrong: (concern) => ({
    severity: "warning",
    action: { code: "open_dns_records", href: mailPage(concern, "dns") },
    message: `A DNS record that mail needs was missing or wrong on ${day(concern.facts.checkedAt)}, so mail can be lost.`,
  }),
  storage_nearly_full: (concern) => {
    const percent = Number(concern.facts.percent);
    const isFull = percent >= 100;
    const isMailbox = concern.subject.type === "mail_account";
    return {
      severity: isFull ? "critical" : "warning",
      code: isFull ? "storage_full" : "storage_nearly_full",
      action: {
        code: "open_usage",
        href: isMailbox ? mailPage(concern, "accounts", concern.subject.id) : mailPage(concern, "usage"),
      },
      message: `${isMailbox ? "The mailbox" : "The plan's storage"} is ${percent}% full. ${isFull ? "It receives no more mail." : "Once it is full, it receives no more mail."}`,
    };
  },
  sending_limited: (concern) => ({
    severity: "warning",
    action: { code: "open_usage", href: mailPage(concern, "usage") },
    message: `It reached its sending limit on ${day(concern.since)}, so mail was refused in the last hour.`,
  }),
  expires_without_renewal: (concern, { now }) => {
    const leftMs = (concern.until?.getTime() ?? now.getTime()) - now.getTime();
    const isMail = concern.subject.type === "mail_domain";
    return {
      severity: leftMs <= lastDays * dayMs ? "critical" : "warning",
      code: isMail ? "mail_expires_without_renewal" : "expires_without_renewal",
      action: isMail
        ? { code: "renew_mail", href: mailPage(concern) }
        : { code: "renew", href: `${domainPage(concern)}?act=renew` },
      message: `${isMail ? "The mail plan" : "The domain"} expires on ${day(concern.until)}, and auto-renew is off.`,
    };
  },
  card_expires: (concern, { now }) => {
    const hasExpired = concern.until !== null && concern.until <= now;
    const lastDay = day((concern.until ?? now).getTime() - dayMs);
    return {
      severity: hasExpired ? "critical" : "warning",
      code: hasExpired ? "card_expired" : "card_expires",
      action: cardAction,
      message: hasExpired
        ? `The card that renewals are charged to expired on ${lastDay}.`
        : `The card that renewals are charged to expires on ${lastDay}.`,
    };
  },
  endpoint_failing: (concern) => ({
    severity: "warning",
    action: { code: "open_endpoint", href: pathOf("webhooks", concern.subject.id) },
    message: `The last ${concern.facts.failures} attempts failed. It last accepted an event on ${day(concern.since)}, and is deactivated after ${concern.facts.deactivatesAfter} failures in a row.`,
  }),
  payment_disputed: (concern, { now }) => {
    const isInquiry = concern.facts.isInquiry === "true";
    const isAnswered = concern.until !== null && concern.until <= now;
    return {
      severity: "warning",
      code: isInquiry ? "payment_inquiry" : "payment_disputed",
      action: { code: "open_payment", href: pathOf("payments", concern.subject.id) },
      message: [
        isInquiry
          ? `The cardholder's bank asked about a charge of ${amountOf(concern)} on ${day(concern.since)}, and has withdrawn nothing.`
          : `The cardholder disputed ${amountOf(concern)} on ${day(concern.since)}, and the bank holds the money.`,
        isAnswered
          ? `The deadline for an answer was ${day(concern.until)}, and the bank decides next.`
          : `The operator answers the bank${concern.until ? ` by ${day(concern.until)}` : ""}.`,
        "Until the bank decides, nothing is suspended.",
      ].join(" "),
    };
  },
  fraud_warning: (concern) => ({
    severity: "warning",
    action: { code: "open_payment", href: pathOf("payments", concern.subject.id) },
    message: [
      `The bank warned on ${day(concern.since)} that a charge of ${amountOf(concern)} may be fraudulent.`,
      `The operator can refund or release it${concern.until ? ` by ${day(concern.until)}` : ""}.`,
      "A warning alone suspends nothing.",
    ].join(" "),
  }),
  forwarding_unconfirmed: (concern) => ({
    severity: "notice",
    action: { code: "open_forwarding", href: mailPage(concern, "aliases") },
    message: `The address hasn't confirmed since ${day(concern.since)} that it accepts forwarded mail, so it receives none.`,
  }),
  dkim_waiting: (concern) => ({
    severity: "notice",
    action: { code: "open_dns_records", href: mailPage(concern, "dns") },
    message: `The new DKIM key ${concern.facts.selector} has waited for its DNS record since ${day(concern.since)}. The current key signs until then.`,
  }),
};
