import {
  type AttentionItem,
  type AttentionKind,
  type AttentionSeverity,
  attentionGroupLimit,
  attentionKinds,
  attentionSeverities,
} from "@zonepost/schema";
import type { Single } from "./describe-concern.ts";

/** What a person has snoozed or muted: one subject, or with an empty one all that there were of a kind. */
export type Choice = {
  kind: AttentionKind;
  subjectId: string;
  snoozedUntil: Date | null;
  mutedAt: Date | null;
  severity: AttentionSeverity;
  until: Date | null;
  madeAt: Date;
};

type Standing = "open" | "snoozed" | "muted";
type Judged = { item: Single; standing: Standing; snoozedUntil: string | null };

const rankOf = (severity: AttentionSeverity) => attentionSeverities.indexOf(severity);

/**
 * Whether a choice still hides an item. What began later is another problem. One that has become critical, or that is
 * critical and whose deadline has come nearer, is back.
 */
export function isHiddenBy(choice: Choice, item: Single, now: Date): boolean {
  const isActive = choice.mutedAt !== null || (choice.snoozedUntil !== null && choice.snoozedUntil > now);
  const isSame = new Date(item.since) <= choice.madeAt;
  return isActive && isSame && !hasWorsened(choice, item);
}

function hasWorsened(choice: Choice, { severity, until }: Single): boolean {
  if (rankOf(severity) < rankOf(choice.severity)) {
    return true;
  }
  const isNearer = until !== null && (choice.until === null || new Date(until) < choice.until);
  return severity === "critical" && isNearer;
}

function judge(item: Single, choices: readonly Choice[], now: Date): Judged {
  const hiding = choices.filter(
    (choice) =>
      choice.kind === item.kind &&
      (choice.subjectId === "" || choice.subjectId === item.subject.id) &&
      isHiddenBy(choice, item, now),
  );
  if (hiding.some(({ mutedAt }) => mutedAt !== null)) {
    return { item, standing: "muted", snoozedUntil: null };
  }
  const times = hiding.flatMap(({ snoozedUntil }) => (snoozedUntil ? [snoozedUntil.toISOString()] : []));
  const snoozedUntil = times.toSorted().at(-1) ?? null;
  return { item, standing: snoozedUntil === null ? "open" : "snoozed", snoozedUntil };
}

/** What the person has neither snoozed nor muted. */
export const openItems = (items: readonly Single[], choices: readonly Choice[], now: Date): Single[] =>
  items.filter((item) => judge(item, choices, now).standing === "open");

/** The person's list: what is open, worst first, then what is snoozed. Or only what is muted. */
export function arrangeItems(
  items: readonly Single[],
  choices: readonly Choice[],
  { now, isMuted = false }: { now: Date; isMuted?: boolean },
): AttentionItem[] {
  const judged = items.map((item) => judge(item, choices, now));
  const of = (standing: Standing) =>
    group(
      judged.filter((each) => each.standing === standing),
      standing,
    );
  return isMuted ? of("muted") : [...of("open"), ...of("snoozed")];
}

function group(judged: readonly Judged[], standing: Standing): AttentionItem[] {
  const byKind = Map.groupBy(judged, ({ item }) => item.kind);
  return [...byKind.values()]
    .flatMap((ofKind) => {
      const sorted = ofKind.toSorted((one, other) => compare(one.item, other.item));
      return sorted.length > attentionGroupLimit
        ? [groupOf(sorted, standing)]
        : sorted.map(({ item, snoozedUntil }) => ({ ...item, count: 1, snoozedUntil }));
    })
    .toSorted(compare);
}

type Ordered = Pick<AttentionItem, "severity" | "kind" | "since" | "until"> & { subject: { name: string } };

/** Worst first: by severity, kind, nearest deadline, and the longest wait. */
export function compare(one: Ordered, other: Ordered): number {
  return (
    rankOf(one.severity) - rankOf(other.severity) ||
    attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
    inOrder(one.until ?? "9999", other.until ?? "9999") ||
    inOrder(one.since, other.since) ||
    inOrder(one.subject.name, other.subject.name)
  );
}

const inOrder = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

const leastOf = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(0) ?? null;

function groupOf(sorted: readonly Judged[], standing: Standing): AttentionItem {
  const [first] = sorted;
  if (!first) {
    throw new Error("a group has members");
  }
  const { kind, severity } = first.item;
  const { noun, ...group } = groups[kind];
  const count = sorted.length;
  const until = leastOf(sorted.map(({ item }) => item.until));
  const named = sorted.slice(0, 3).map(({ item }) => item.subject.name);
  return {
    id: standing === "open" ? kind : `${kind}~${standing}`,
    kind,
    severity,
    subject: { type: "group", id: kind, name: `${count} ${noun}` },
    since: leastOf(sorted.map(({ item }) => item.since)) ?? first.item.since,
    until,
    action: { code: "show_all", href: group.href },
    explanation: {
      code: `${kind}_group`,
      message: `${group.message}: ${named.join(", ")} and ${count - named.length} more.`,
    },
    count,
    snoozedUntil: leastOf(sorted.map(({ snoozedUntil }) => snoozedUntil)),
  };
}

const groups: Record<AttentionKind, { noun: string; href: string; message: string }> = {
  domain_in_redemption: {
    noun: "domains",
    href: "/domains?status=redemption",
    message: "They were deleted, and can still be restored",
  },
  domain_expired: { noun: "domains", href: "/domains?status=expired", message: "They have expired" },
  renewal_failed: { noun: "renewals", href: "/payments/renewals", message: "They failed" },
  registry_refuses: {
    noun: "changes",
    href: "/activity?state=failed",
    message: "The registries refused changes",
  },
  dnssec_broken: {
    noun: "domains",
    href: "/domains?attention=true",
    message: "Their DNSSEC is broken, so many people can't reach them",
  },
  nameservers_silent: {
    noun: "domains",
    href: "/domains?attention=true",
    message: "None of their nameservers answers",
  },
  transfer_out_requested: {
    noun: "domains",
    href: "/domains?status=pending_transfer",
    message: "Other registrars requested them",
  },
  mail_unpaid: { noun: "mail domains", href: "/mail", message: "Their plans have ended" },
  mail_suspended: { noun: "mail domains", href: "/mail", message: "Their mail is suspended" },
  domain_suspended: {
    noun: "domains",
    href: "/domains?attention=true",
    message: "They are suspended because disputes about their payments were lost",
  },
  refund_owed: { noun: "payments", href: "/payments", message: "Refunds of them failed" },
  endpoint_deactivated: {
    noun: "endpoints",
    href: "/webhooks",
    message: "They were deactivated, and receive no events",
  },
  mail_dns_wrong: {
    noun: "mail domains",
    href: "/mail",
    message: "DNS records that mail needs are missing or wrong",
  },
  storage_nearly_full: {
    noun: "mailboxes and plans",
    href: "/mail",
    message: "Their storage is nearly full",
  },
  sending_limited: {
    noun: "senders",
    href: "/mail",
    message: "They reached their sending limits",
  },
  expires_without_renewal: {
    noun: "domains and plans",
    href: "/domains?renew=off&within=30",
    message: "They expire soon, and auto-renew is off",
  },
  card_expires: { noun: "cards", href: "/payments#cards", message: "They expire" },
  endpoint_failing: { noun: "endpoints", href: "/webhooks", message: "They are failing" },
  payment_disputed: { noun: "payments", href: "/payments?status=disputed", message: "They are disputed" },
  fraud_warning: { noun: "payments", href: "/payments", message: "Their banks warned of fraud" },
  forwarding_unconfirmed: {
    noun: "addresses",
    href: "/mail",
    message: "They haven't confirmed that they accept forwarded mail",
  },
  dkim_waiting: {
    noun: "mail domains",
    href: "/mail",
    message: "New DKIM keys wait for their DNS records",
  },
};
