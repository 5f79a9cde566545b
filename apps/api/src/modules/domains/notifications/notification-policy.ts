import type { DomainHistoryEvent, DomainNotificationKind, DomainNotificationTopic } from "@zonepost/schema";
import { hourMs, minuteMs } from "../../../kernel/durations.ts";

/** Days before expiry at which people are emailed. The other windows only have an event. */
const emailedWindowsDays: readonly unknown[] = [30, 7, 1];

/** How long a notification waits for others of its topic, so that one mail can carry them all. */
const gatherMs: Record<DomainNotificationTopic, number> = {
  expiry: hourMs,
  // Changes of many domains at once take a moment each.
  contacts: 5 * minuteMs,
  transfers: 0,
};

type Notification = {
  kind: DomainNotificationKind;
  topic: DomainNotificationTopic;
  mailAt: Date;
  onceKey: string | null;
};

export type RecordedChange = {
  domain: { id: string };
  actor: Pick<DomainHistoryEvent["actor"], "kind">;
  kind: DomainHistoryEvent["kind"];
  action: string | null;
  details: Record<string, unknown>;
  occurredAt: Date;
};

/** The email that a change in a domain's history causes; undefined if it causes none. */
export function notificationOf(record: RecordedChange): Notification | undefined {
  const kind = kindOf(record);
  if (!kind) {
    return undefined;
  }
  const topic = topicOf(kind);
  return {
    kind,
    topic,
    mailAt: new Date(record.occurredAt.getTime() + gatherMs[topic]),
    // Once per try. The expiry notices that follow mention the failure.
    onceKey: kind === "renewal_failed" ? failedTryKey(record) : null,
  };
}

const failedTryKey = ({ domain, details, occurredAt }: RecordedChange): string =>
  `renewal_failed ${domain.id} ${details.triedOn ?? occurredAt.toISOString()}`;

function kindOf({ action, kind, details, actor }: RecordedChange): DomainNotificationKind | undefined {
  switch (action) {
    case "domain.expiry_notice":
      return emailedWindowsDays.includes(details.windowDays) ? "domain_expiring" : undefined;
    case "domain.expired":
      return "domain_expired";
    case "domain.renewal_failed":
      return "renewal_failed";
    case "domain.auth_code_created":
      return "auth_code_created";
    case "domain.transfer_requested":
      return details.direction === "in" ? "transfer_in_requested" : "transfer_out_requested";
    case "domain.transfer_rejected":
      return "transfer_out_rejected";
    case "domain.transfer_cancelled":
      return "transfer_out_cancelled";
    case "domain.transferred_out":
      return "transferred_out";
    case "domain.transferred_in":
      return "transferred_in";
    case "domain.transfer_failed":
      return "transfer_in_failed";
    case "domain.deletion_begun":
      return "domain_deleted";
    case "domain.deleted":
      return "domain_gone";
    default:
      // A changed contact has one audit entry of its own, so the histories of its domains have no action. The system
      // only sets the contacts that were chosen with a transfer.
      return kind === "contact_change" && actor.kind !== "system" ? "contacts_changed" : undefined;
  }
}

type SecurityChange = { kind: "nameservers" | "transfer_lock"; detail?: string };

/** The change in a domain's history that the owners are emailed about at once, because a thief would make it too. */
export function securityChangeOf({
  action,
  actor,
  details,
}: Pick<RecordedChange, "action" | "actor" | "details">): SecurityChange | undefined {
  if (actor.kind !== "user" && actor.kind !== "api_key") {
    return undefined;
  }
  switch (action) {
    case "domain.nameservers_changed":
      return { kind: "nameservers", detail: describeHosts(details.to) };
    case "domain.unlocked":
      return { kind: "transfer_lock" };
    default:
      return undefined;
  }
}

/** Names of nameservers, or nameservers with addresses. */
function describeHosts(held: unknown): string {
  const hosts = held as (string | { host: string; addresses: string[] })[];
  const described = hosts.map((one) =>
    typeof one === "string" ? one : `${one.host} (${one.addresses.join(", ")})`,
  );
  return described.join(", ") || "–";
}

function topicOf(kind: DomainNotificationKind): DomainNotificationTopic {
  switch (kind) {
    case "domain_expiring":
    case "domain_expired":
    case "renewal_failed":
      return "expiry";
    case "contacts_changed":
      return "contacts";
    default:
      return "transfers";
  }
}
