import type { MailEventKind } from "@zonepost/schema";

export type Step = {
  kind: MailEventKind;
  recipient: string;
  relay: string | null;
  /** The server's answer, or the reason. */
  detail: string;
};

/** Reasons by enhanced status code (RFC 3463), without its class: 4.x.x waits, 5.x.x is final. */
const reasons: Record<string, string> = {
  "1.1": "the mailbox doesn't exist",
  "1.2": "the domain can't receive mail",
  "1.8": "the sender's domain doesn't exist",
  "2.1": "the mailbox is disabled or suspended",
  "2.2": "the mailbox is full",
  "3.4": "the message is too large",
  "4.1": "the server didn't answer",
  "4.4": "the domain has no mail server",
  "7.26": "the message isn't authenticated",
};

/** Reasons that only the text of the answer tells. */
const patterns: [RegExp, string][] = [
  [/^expired$/, "it couldn't be delivered for too long"],
  [/not owned by user/, "the account may not send from this address"],
  [
    /Sign in to send from this address/,
    "the sender's address belongs to a domain here, and the client didn't sign in",
  ],
  // Messages of the last weeks may have the text of an earlier version.
  [
    /Forwarding from this address (?:is on hold|waits for its confirmation)/,
    "its forwarding isn't confirmed yet, or is paused",
  ],
  [/limit of \d+ recipients per hour/, "the account has reached its sending limit for this hour"],
  [/Relay access denied/, "the recipient's domain doesn't receive mail here"],
  [/From header/, "the From header has an address that isn't the account's"],
  [/spam|gtube/i, "it was classified as spam"],
  [/timed out|Connection refused|No route to host|lost connection/, "the server didn't answer"],
  [/Host or domain name not found|Name service error/, "the recipient's domain wasn't found"],
  [/grey ?list/i, "the server accepts mail from new senders only later"],
];

function reasonOf(detail: string): string {
  const [, reply, code, own] = /(?:^|said: )(?:(\d{3})[ -])?([245]\.(\d{1,3}\.\d{1,3}))\b/.exec(detail) ?? [];
  const words =
    patterns.find(([pattern]) => pattern.test(detail))?.[1] ??
    reasons[own ?? ""] ??
    (code?.startsWith("4") ? "the server asks to try again later" : "the server refused it");
  const codes = [reply, code].filter((part) => part !== undefined).join(" ");
  return codes ? `${words} (${codes})` : words;
}

/** One step in words. Never contains more of a stranger's text than addresses and host names. */
export function describeStep({ kind, recipient, relay, detail }: Step): string {
  switch (kind) {
    case "received":
      return "Received";
    case "refused":
      return `Refused: ${reasonOf(detail)}`;
    case "filtered": {
      const [folder, reason] = detail.split(": ");
      return `Moved to ${folder}${reason ? `: ${reason}` : ""}`;
    }
    case "delivered":
      return `Delivered to ${recipient}`;
    case "forwarded":
      return `Forwarded to ${recipient}`;
    case "sent":
      return relay === null ? "Sent" : `Sent: accepted by ${relay}`;
    case "deferred":
      return `Waiting: ${reasonOf(detail)}${relay === null ? "" : `, ${relay}`}`;
    case "bounced":
      return `Returned to the sender: ${reasonOf(detail)}`;
  }
}

const order: readonly MailEventKind[] = ["received", "deferred", "filtered"];

/** Logs have whole seconds, so steps of the same second are put into the order in which they happen. */
export const compareSteps = (
  one: { occurredAt: Date; kind: MailEventKind },
  other: { occurredAt: Date; kind: MailEventKind },
): number => one.occurredAt.getTime() - other.occurredAt.getTime() || rankOf(one.kind) - rankOf(other.kind);

const rankOf = (kind: MailEventKind): number => (order.indexOf(kind) + order.length + 1) % (order.length + 1);
