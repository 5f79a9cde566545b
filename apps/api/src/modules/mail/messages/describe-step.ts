import type { MailEventKind } from "@zonepost/schema";

export type Step = {
  kind: MailEventKind;
  sender: string;
  recipient: string;
  originalRecipient: string | null;
  relay: string | null;
  /** The server's answer, or the reason. */
  detail: string;
};

/** Reasons by enhanced status code (RFC 3463), without its class: 4.x.x waits, 5.x.x is final. */
const reasons: Record<string, string> = {
  "1.1": "no such mailbox",
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
    "the target hasn't confirmed the forwarding yet, or it is paused",
  ],
  [/This account has reached its (?:sending )?limit/, "the account has reached its sending limit"],
  [/This domain has reached its (?:sending )?limit/, "the domain has reached its sending limit"],
  [/This workspace has reached its (?:sending )?limit/, "the workspace has reached its sending limit"],
  [/^(?:.*: )?Forwarding from this address has reached its limit/, "its forwarding has reached its limit"],
  [/signing key is not loaded yet/, "the domain's signing key isn't loaded yet"],
  [/nearly full/, "the mailbox may be full with the mail that is on its way"],
  [
    /TLS is required|Server certificate not |Cannot start TLS|No TLSA|TLSA lookup|TLS handshake/i,
    "the server doesn't encrypt as its domain demands",
  ],
  [/\bDMARC\b/, "the message fails the DMARC policy of its sender's domain"],
  [/too many hops/, "it has passed too many servers, as in a loop"],
  [/bare <LF>/, "its line ends aren't those of mail"],
  [/Relay access denied/, "the recipient's domain doesn't receive mail here"],
  [/From header/, "the From header has an address that isn't the account's"],
  [/\bspam|gtube/i, "classified as spam"],
  [/timed out|Connection refused|No route to host|lost connection/, "the server didn't answer"],
  [/Host or domain name not found|Name service error/, "the recipient's domain wasn't found"],
  [/grey ?list/i, "the server accepts mail from new senders only later"],
];

/** The codes of an answer: the reply code, such as 450, and the enhanced one, also without its class. */
function readCodes(detail: string) {
  const [, reply, code, own] = /(?:^|said: )(?:(\d{3})[ -])?([245]\.(\d{1,3}\.\d{1,3}))\b/.exec(detail) ?? [];
  const codes = [reply, code].filter((part) => part !== undefined).join(" ");
  return { code, own, inBrackets: codes ? ` (${codes})` : "" };
}

function reasonOf(detail: string): string {
  const { code, own, inBrackets } = readCodes(detail);
  const words =
    patterns.find(([pattern]) => pattern.test(detail))?.[1] ??
    reasons[own ?? ""] ??
    (code?.startsWith("4") || /(?:^|said: )4\d\d/.test(detail)
      ? "the server asks to try again later"
      : "the server refused it");
  return `${words}${inBrackets}`;
}

/** The commonest refusals in the words that people use for them. */
const refusals: [RegExp, string][] = [
  [/^no such mailbox/, "No such mailbox"],
  [/^classified as spam/, "Refused as spam"],
];

function refusalOf(detail: string): string {
  const reason = reasonOf(detail);
  const own = refusals.find(([pattern]) => pattern.test(reason));
  return own ? reason.replace(...own) : `Refused: ${reason}`;
}

const reportedBySender = "The sender's server or mail program reports it.";
const triedBySender = "The sender will try again.";
const triedByUs = "The next attempt is automatic.";
const noNotice = "No notice is sent.";

/**
 * One step in words: the cause, and what happens next. Never contains more of a stranger's text than addresses and host
 * names.
 */
export function describeStep(step: Step): string {
  const { kind, recipient, relay, detail } = step;
  switch (kind) {
    case "received":
      return "Received";
    case "refused":
      return `${refusalOf(detail)}. ${reportedBySender}`;
    case "delayed":
      return `Delayed: ${reasonOf(detail)}. ${triedBySender}`;
    case "limited":
      return `Over the limit: ${reasonOf(detail)}. ${triedBySender}`;
    case "filtered":
      return describeFiltered(detail);
    case "delivered":
      return describeDelivered(recipient, detail);
    case "discarded":
      return `Discarded: ${discardReasonOf(detail)}. ${noNotice}`;
    case "rejected":
      return /said: /.test(detail)
        ? `Rejected: ${reasonOf(detail)}. ${toldOf(step)}`
        : `Rejected: a rule of the mailbox refused it. ${toldOf(step)}`;
    case "forwarded":
      return detail.endsWith("; redirected by a rule")
        ? "Forwarded by a rule of the mailbox"
        : `Forwarded to ${recipient}`;
    case "sent":
      return relay === null ? "Sent" : `Sent: accepted by ${relay}`;
    case "deferred":
      return `Waiting: ${reasonOf(detail)}${relay === null ? "" : `, ${relay}`}. ${triedByUs}`;
    case "greylisted":
      return `Greylisted: ${relay ?? "the server"} accepts mail from new senders only later${readCodes(detail).inBrackets}. ${triedByUs}`;
    case "expired":
      return detail === "expired by the operator"
        ? `Expired: your administrator ended the attempts. ${toldOf(step)}`
        : `Expired: it couldn't be delivered for too long. ${toldOf(step)}`;
    case "bounced":
      return `Undeliverable: ${reasonOf(detail)}. ${toldOf(step)}`;
    default:
      return kind satisfies never;
  }
}

/** A forwarding's failure is reported to senders whose message was authenticated. */
function toldOf({ sender, originalRecipient }: Step): string {
  if (sender === "") {
    return "It has no sender who could be told.";
  }
  return originalRecipient === null ? "The sender is told." : "The sender is told, unless it may be forged.";
}

function describeFiltered(detail: string): string {
  const [folder, reason] = detail.split(": ");
  return reason === "not forwarded"
    ? `Delivered to ${folder}: it is probably spam, which isn't forwarded`
    : `Delivered to ${folder}${reason ? `: ${reason}` : ""}`;
}

function describeDelivered(recipient: string, detail: string): string {
  if (detail.endsWith("; filed by a rule")) {
    return `Delivered to ${recipient}: into a folder that a rule of the mailbox chose`;
  }
  return detail.endsWith("; the rules failed")
    ? `Delivered to ${recipient}: into the inbox, since the rules of the mailbox have an error`
    : `Delivered to ${recipient}`;
}

function discardReasonOf(detail: string): string {
  switch (detail) {
    case "removed from the queue":
      return "your administrator deleted it while it was waiting";
    case "the forwarding has ended":
      return "its forwarding has ended";
    case "not forwarded":
    case "probable spam is not forwarded":
      return "it is probably spam, which isn't forwarded";
    case "dropped by the spam filter":
      return "the spam filter dropped it";
    default:
      return "a rule of the mailbox deleted it";
  }
}
