import type { LogStep } from "./log-step.ts";

export type LogSource = "postfix" | "dovecot" | "rspamd";

/** Undefined for a line that doesn't matter. Lines contain text of strangers: addresses, greetings, replies. */
export function parseLine(source: LogSource, line: string, now: Date): LogStep | undefined {
  // No database stores a NUL character.
  const step = parsers[source](line.replace(/\p{Cc}/gu, "?"), now);
  return step && !Number.isNaN(step.at.getTime()) ? step : undefined;
}

// A quoted local part may contain anything, `>` and a forged rest of the line included.
const address = String.raw`<((?:"(?:[^"\\]|\\.)*"|[^"<>])*)>`;
const queueIdPattern = "([0-9A-Za-z]{6,20})";

const postfixLine =
  /^([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d) \S+ (postfix(?:\/[a-z-]+)*)\/([a-z-]+)\[(\d+)\]: (?:([0-9A-Za-z]{6,20}|NOQUEUE): )?(.*)$/;
const takenText = new RegExp(
  String.raw`^client=\S+?\[[^\]]*\](?:, orig_queue_id=${queueIdPattern})?(?:, |$)`,
);
const loginText = /, sasl_username=(\S+?)(?:, |$)/;
/** What the lookups service says of a message that Dovecot sends for a mailbox. */
const ruledByText =
  /^info: END-OF-MESSAGE from \S*\[[^\]]*\]: (?:<END-OF-MESSAGE>: )?rules of <?([^<>;\s]+)>?; from=/;
const namedText = /^(?:resent-)?message-id=(.*)$/;
const queuedText = new RegExp(String.raw`^from=${address}, size=(\d+), nrcpt=\d+ \(queue active\)$`);
const expiredText = new RegExp(`^from=${address}, status=(force-)?expired, returned to sender$`);
const securedText =
  /^(Verified|Trusted|Untrusted|Anonymous) TLS connection (?:established|reused) to ([^\s[\]]+\[[^\]]+\](?::\d+)?): (\S+) with cipher /;
const attemptText = new RegExp(
  String.raw`^to=${address}, (?:orig_to=${address}, )?relay=([^,]+), (?:conn_use=\d+, )?delay=[\d.]+, delays=[\d./]+, dsn=[\d.]+, status=(sent|deferred|bounced) \((.*)\)$`,
);
const refusedText = new RegExp(
  String.raw`^(?:milter-)?reject: (RCPT|DATA|END-OF-MESSAGE) from \S*\[[^\]]*\]: ((?:${address.replace("(", "(?:")}|[^<])*?); from=${address}(?: to=${address})? proto=`,
);
const droppedText = new RegExp(
  String.raw`^milter-discard: (?:RCPT|DATA|END-OF-MESSAGE) from \S*\[[^\]]*\]: ([^<]*?); from=${address.replace("(", "(?:")} to=${address} proto=`,
);
/** Refusals that Postfix logs as warnings, without recipients. */
const warnedText =
  /^([0-9A-Za-z]{6,20}): (queue file size limit exceeded|message rejected: hopcount exceeded)$/;
const warnedReplies: Record<string, string> = {
  "queue file size limit exceeded": "552 5.3.4 Error: message file too big",
  "message rejected: hopcount exceeded": "554 5.4.0 Error: too many hops",
};

function parsePostfix(line: string, now: Date): LogStep | undefined {
  const [, time, name, program, pid, queueId, text = ""] = postfixLine.exec(line) ?? [];
  if (time === undefined || name === undefined) {
    return undefined;
  }
  const at = () => dateOf(time, now);
  const process = `${name}/${program}[${pid}]`;
  const secured = program === "smtp" ? securedText.exec(text) : null;
  if (secured) {
    const [, certificate = "", connection = "", protocol] = secured;
    return {
      type: "secured",
      at: at(),
      process,
      connection,
      tls: `${protocol} ${certificate.toLowerCase()}`,
    };
  }
  const [, warnedId, warning = ""] = (queueId === "warning" ? warnedText.exec(text) : null) ?? [];
  if (warnedId !== undefined) {
    return {
      type: "refused",
      at: at(),
      queueId: warnedId,
      sender: "",
      recipient: "",
      reply: warnedReplies[warning] ?? "",
      isWholeMessage: true,
      isSubmission: false,
    };
  }
  if (queueId === undefined) {
    return undefined;
  }
  if (program === "smtpd" || program === "cleanup") {
    return parseArrival({ name, program, queueId, text }, at);
  }
  if (queueId === "NOQUEUE") {
    return undefined;
  }
  if (program === "qmgr") {
    const queued = queuedText.exec(text);
    if (queued) {
      return {
        type: "queued",
        at: at(),
        queueId,
        sender: addressOf(queued[1]),
        sizeBytes: Number(queued[2]),
      };
    }
    const expired = expiredText.exec(text);
    if (expired) {
      return { type: "expired", at: at(), queueId, isForced: expired[2] !== undefined };
    }
    return text === "removed" ? { type: "removed", at: at(), queueId } : undefined;
  }
  if (program === "postsuper") {
    return text === "removed" ? { type: "deleted", at: at(), queueId } : undefined;
  }
  const attempt = attemptText.exec(text);
  if (!attempt) {
    return undefined;
  }
  const [, recipient, original, relay = "none", status, reply = ""] = attempt;
  return {
    type: "attempt",
    at: at(),
    queueId,
    recipient: addressOf(recipient),
    originalRecipient: original === undefined ? null : addressOf(original),
    relay: relay === "none" ? null : relay.replace(/\[.*$/, ""),
    via: viaOf(name, program),
    status: status as "sent" | "deferred" | "bounced",
    reply,
    process,
    connection: relay === "none" ? null : relay,
  };
}

function viaOf(name: string | undefined, program: string | undefined) {
  if (program === "lmtp") {
    return "mailbox";
  }
  if (program === "discard") {
    return "nowhere";
  }
  return name === "postfix/forward" ? "forward" : "outside";
}

type Arrival = { name: string; program: string; queueId: string; text: string };

function parseArrival({ name, program, queueId, text }: Arrival, at: () => Date): LogStep | undefined {
  const refused = refusedText.exec(text);
  if (refused) {
    const [, stage, reply = "", sender, recipient] = refused;
    return {
      type: "refused",
      at: at(),
      queueId: queueId === "NOQUEUE" ? "" : queueId,
      sender: addressOf(sender),
      recipient: addressOf(recipient),
      reply,
      isWholeMessage: stage !== "RCPT",
      isSubmission: name.startsWith("postfix/submission"),
    };
  }
  if (queueId === "NOQUEUE") {
    return undefined;
  }
  const dropped = droppedText.exec(text);
  if (dropped) {
    const [, reply = "", recipient] = dropped;
    return { type: "dropped", at: at(), queueId, recipient: addressOf(recipient), reply };
  }
  if (program === "cleanup") {
    const named = namedText.exec(text);
    return named ? { type: "named", at: at(), queueId, messageId: named[1] ?? "" } : undefined;
  }
  const account = name === "postfix/sieve" ? ruledByText.exec(text)?.[1] : undefined;
  if (account !== undefined) {
    return { type: "ruledBy", at: at(), queueId, account: addressOf(account) };
  }
  const taken = takenText.exec(text);
  return taken
    ? {
        type: "taken",
        at: at(),
        queueId,
        login: loginText.exec(text)?.[1]?.toLowerCase() ?? null,
        forwardedQueueId: taken[1] ?? null,
      }
    : undefined;
}

// Copies that pass the forwarding hop, and those that it returns to their mailbox.
const forwardForm = /^(.*)=([^=@+]+)(?:\+[^@]*)?@[0-9a-f]{32}\.forward\.internal$/;
const returnedForm = /^(.*@.*)\.returned\.internal$/;

/** Local parts of hosted addresses are folded, and Postfix keeps the case that the sender wrote. */
const addressOf = (text: string | undefined): string =>
  (text ?? "").toLowerCase().replace(forwardForm, "$1@$2").replace(returnedForm, "$1");

const dovecotLine = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}) (.*)$/;
const loginLine = /^(?:imap|submission|managesieve)-login: Info: Login: user=<([^<>]+)>, method=/;
const storedLine =
  /^lmtp\(([^()]*)\)<\d+><([^<>]+)>: Info: sieve: msgid=(.*): stored mail into mailbox '([^']+)'$/;
const sieveLine = /^lmtp\([^()]*\)<\d+><([^<>]+)>: (?:Info|Warning|Error): sieve: (.*)$/;
/** Each ends the line with words that don't come from a message. */
const ruledTexts: [RegExp, "discarded" | "rejected" | "redirected" | "failed"][] = [
  [/^msgid=.*: redirect action: forwarded to <.*>$/, "redirected"],
  [
    /^msgid=.*: discard action: Marked message to be discarded if not explicitly delivered \(discard action\)$/,
    "discarded",
  ],
  [/^msgid=.*: (?:e?reject) action: rejected message from <.*> \(e?reject\)$/, "rejected"],
  [
    /^Execution of script .* (?:failed|was aborted.*), but implicit keep was successful(?: \(.*\))?$/,
    "failed",
  ],
  [/^Failed to (?:compile|open) script [`'].*$/, "failed"],
];

function parseDovecot(line: string): LogStep | undefined {
  const [, time, text] = dovecotLine.exec(line) ?? [];
  if (time === undefined || text === undefined) {
    return undefined;
  }
  const at = new Date(`${time.slice(0, -2)}:${time.slice(-2)}`);
  const login = loginLine.exec(text);
  if (login) {
    return { type: "login", at, address: addressOf(login[1]) };
  }
  const [, address, session = "", origin = "", folder = ""] = storedLine.exec(text) ?? [];
  if (address !== undefined) {
    const isFiled = origin.endsWith(": fileinto action");
    return { type: "stored", at, address: addressOf(address), session, folder, isFiled };
  }
  const [, ruledSession, rest = ""] = sieveLine.exec(text) ?? [];
  const outcome = ruledTexts.find(([pattern]) => pattern.test(rest))?.[1];
  return ruledSession === undefined || outcome === undefined
    ? undefined
    : { type: "ruled", at, session: ruledSession, outcome };
}

// Its addresses are not quoted: the queue ID is taken from the start, the verdict from its fixed form.
const scoredLine =
  /; rspamd_task_write_log: id: <[^<>]*>, qid: <([0-9A-Za-z]{6,20})>, .*?\(default: [A-Z] \(([a-z ]+)\): \[(-?[\d.]+)\/(-?[\d.]+)\] \[([^\]]*)\]\)/;

const recipientsText = /, digest: <[0-9a-f]+>, rcpts: <([^<>]*)>, mime_rcpts: </;

function parseRspamd(line: string, now: Date): LogStep | undefined {
  const [, queueId, action, score, limit, symbols] = scoredLine.exec(line) ?? [];
  if (queueId === undefined || action === undefined || score === undefined || limit === undefined) {
    return undefined;
  }
  const recipients = recipientsText.exec(line)?.[1]?.split(",").map(addressOf) ?? [];
  return {
    type: "scored",
    at: now,
    queueId,
    action,
    score,
    limit,
    symbols: worstSymbols(symbols ?? ""),
    recipients,
  };
}

/** The rules that added most to the score. */
const worstSymbols = (text: string): string[] =>
  [...text.matchAll(/(?:^|,)([A-Z][A-Z0-9_]*)\((-?[\d.]+)\)\{[^{}]*\}/g)]
    .map(([, name = "", weight]) => ({ name, weight: Number(weight) }))
    .filter(({ weight }) => weight >= 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 3)
    .map(({ name }) => name);

const parsers: Record<LogSource, (line: string, now: Date) => LogStep | undefined> = {
  postfix: parsePostfix,
  dovecot: parseDovecot,
  rspamd: parseRspamd,
};

const dayMs = 86_400_000;

/** Postfix writes local time without a year: the latest one that isn't in the future. */
function dateOf(text: string, now: Date): Date {
  const inYear = (year: number) => new Date(`${text.slice(0, 6)} ${year} ${text.slice(7)}`);
  const date = inYear(now.getFullYear());
  return date.getTime() > now.getTime() + dayMs ? inYear(now.getFullYear() - 1) : date;
}
