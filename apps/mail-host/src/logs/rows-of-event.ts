import { createHash } from "node:crypto";
import { domainOf } from "../address.ts";
import type { MessageEvent } from "./assembler.ts";

/** A row of the view `mail_host.current_domains`. */
export type HostedDomain = { id: string; workspaceId: string; name: string };

/** A row of mail_events. */
export type EventRow = {
  id: string;
  workspaceId: string;
  mailDomainId: string;
  queueId: string;
  messageId: string;
  kind: MessageEvent["kind"];
  sender: string;
  recipient: string;
  originalRecipient: string | null;
  sizeBytes: number | null;
  relay: string | null;
  detail: string;
  tls: string | null;
  occurredAt: string;
  /** The address of the account whose messages this row counts, and in which direction. */
  countsFor: string | null;
  direction: "in" | "out" | null;
};

/** Where a line is in the logs of a host. */
export type LinePlace = { host: string; file: number; offset: number };

/** The names of the domains that may have a row for it. */
export const domainNamesOf = (event: MessageEvent): string[] =>
  [event.login, event.recipient, event.originalRecipient].filter((address) => address !== null).map(domainOf);

/**
 * One row for each mail domain that it concerns. The domain of a sender who hasn't signed in may be forged, and gets
 * none. A domain of another workspace doesn't see where an alias leads.
 */
export function rowsOfEvent(
  event: MessageEvent,
  domains: ReadonlyMap<string, HostedDomain>,
  place: LinePlace,
  ordinal: number,
): EventRow[] {
  const find = (address: string | null) => (address === null ? undefined : domains.get(domainOf(address)));
  const sending = find(event.login);
  const addressed = find(event.originalRecipient ?? event.recipient);
  const reached = find(event.recipient);
  const concerned = new Map(
    [sending, addressed, reached].flatMap((domain) => (domain ? [[domain.id, domain]] : [])),
  );
  return [...concerned.values()].flatMap((domain) => {
    const seesTarget =
      event.originalRecipient === null ||
      [addressed, reached].some((other) => other?.workspaceId === domain.workspaceId);
    const seesRules = reached?.workspaceId === domain.workspaceId;
    const seen = seesRules || event.seenByOthers === undefined ? event : event.seenByOthers;
    if (seen === null) {
      return [];
    }
    const [countsFor, direction] = countOf(event, domain, { sending, reached });
    return [
      {
        id: idOf(event, place, ordinal, domain.id),
        workspaceId: domain.workspaceId,
        mailDomainId: domain.id,
        queueId: event.queueId,
        messageId: cut(event.messageId, 500),
        kind: seesTarget || seen.kind !== "forwarded" ? seen.kind : ("delivered" as const),
        sender: limit(event.sender),
        recipient: limit(seesTarget ? event.recipient : (event.originalRecipient ?? "")),
        originalRecipient:
          seesTarget && event.originalRecipient !== null ? limit(event.originalRecipient) : null,
        sizeBytes: event.sizeBytes,
        relay: seesTarget ? event.relay : null,
        detail: seesTarget ? cut(seen.detail, 1_000) : "",
        tls: seesTarget ? event.tls : null,
        occurredAt: event.at.toISOString(),
        countsFor,
        direction,
      },
    ];
  });
}

type Parties = { sending: HostedDomain | undefined; reached: HostedDomain | undefined };

function countOf(
  event: MessageEvent,
  domain: HostedDomain,
  { sending, reached }: Parties,
): [string, "in" | "out"] | [null, null] {
  if (event.kind === "received" && event.isFirst && event.login !== null && domain === sending) {
    return [event.login, "out"];
  }
  if (event.isDelivery && domain === reached) {
    return [event.recipient.replace(/\+[^@]*(?=@)/, ""), "in"];
  }
  return [null, null];
}

/** RFC 5321 4.5.3.1, with some room for what servers let pass. */
const limit = (address: string): string => cut(address, 320);

/** The cut may be in the middle of a character. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

/**
 * A UUIDv7 of the log's time that depends on nothing but the line, so that a line that is read again has the same row.
 * Rows of the same second are in the order of their lines.
 */
function idOf(
  { at, queueId, kind, recipient }: MessageEvent,
  { host, file, offset }: LinePlace,
  ordinal: number,
  mailDomainId: string,
): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  const order = offset.toString(16).padStart(10, "0") + Math.min(ordinal, 255).toString(16).padStart(2, "0");
  // A file that was truncated has other lines at the same place.
  const hash = createHash("sha256")
    .update([host, file, offset, ordinal, mailDomainId, queueId, kind, recipient].join(" "))
    .digest("hex");
  const digits = `${time}7${order.slice(0, 3)}8${order.slice(3)}${hash.slice(0, 6)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
