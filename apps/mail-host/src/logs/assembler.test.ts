import { expect, it } from "vitest";
import { Assembler, type AssemblerState } from "./assembler.ts";
import { type LogSource, parseLine } from "./parse-line.ts";
import { domainNamesOf, type HostedDomain, rowsOfEvent } from "./rows-of-event.ts";

const now = new Date("2026-11-23T12:00:00Z");
const hosted: HostedDomain[] = [
  { id: "00000000-0000-7000-8000-000000000001", workspaceId: "w1", name: "one.test" },
  { id: "00000000-0000-7000-8000-000000000002", workspaceId: "w2", name: "two.test" },
];
const domains = new Map(hosted.map((domain) => [domain.name, domain]));

/** Runs lines of a log through parser, assembler and rows, like the shipper. */
function run(log: string, state?: AssemblerState) {
  const assembler = new Assembler(state);
  const rows = log
    .trim()
    .split("\n")
    .flatMap((line, offset) => {
      const source: LogSource = line.startsWith("2026-")
        ? line.includes("rspamd")
          ? "rspamd"
          : "dovecot"
        : "postfix";
      const text =
        source === "postfix" ? `Nov 23 04:24:${String(10 + offset)} mail postfix/${line.trim()}` : line;
      const step = parseLine(source, text, now);
      return (step ? assembler.take(step) : []).flatMap((event, ordinal) =>
        rowsOfEvent(event, domains, { host: "mail", file: 7, offset }, ordinal),
      );
    });
  return { rows, state: assembler.state };
}
const seenBy = (workspaceId: string, log: string) =>
  run(log)
    .rows.filter((row) => row.workspaceId === workspaceId)
    .map((row) =>
      [row.kind, row.sender, row.recipient, row.originalRecipient, row.detail.slice(0, 40)].join(" | "),
    );

const incoming = `
  mx/smtpd[1]: 30B832384AB: client=unknown[127.0.0.1]
  cleanup[1]: 30B832384AB: message-id=<20261123042425.022719@vm>
  qmgr[1]: 30B832384AB: from=<out@outside.test>, size=446, nrcpt=1 (queue active)`;
const outgoing = incoming
  .replace(
    "mx/smtpd[1]: 30B832384AB: client=unknown[127.0.0.1]",
    "submission/smtpd[1]: 30B832384AB: client=unknown[127.0.0.1], sasl_method=PLAIN, sasl_username=anna@one.test",
  )
  .replace("out@outside.test", "anna@one.test");
const attempt = (program: string, to: string, rest: string) =>
  `\n  ${program}[1]: 30B832384AB: ${to}, relay=mx.example[192.0.2.1]:25, delay=1, delays=1/0/0/0, ${rest}`;
const removed = "\n  qmgr[1]: 30B832384AB: removed";

it.each([
  [
    "a delivery to an alias",
    incoming +
      attempt(
        "lmtp",
        "to=<anna@one.test>, orig_to=<info@one.test>",
        "dsn=2.0.0, status=sent (250 2.0.0 <anna@one.test> abc Saved)",
      ) +
      removed,
    [
      "received | out@outside.test | anna@one.test | info@one.test | ",
      "delivered | out@outside.test | anna@one.test | info@one.test | 250 2.0.0 <anna@one.test> abc Saved",
    ],
  ],
  [
    "a message sent to another host",
    outgoing + attempt("smtp", "to=<carol@external.test>", "dsn=2.0.0, status=sent (250 ok)") + removed,
    [
      "received | anna@one.test | carol@external.test |  | ",
      "sent | anna@one.test | carol@external.test |  | 250 ok",
    ],
  ],
  [
    "a message that waits and expires",
    `${incoming}${attempt("smtp", "to=<slow@defer.test>, orig_to=<slow@one.test>", "dsn=4.7.1, status=deferred (451 later)")}
  qmgr[1]: 30B832384AB: from=<out@outside.test>, status=expired, returned to sender`,
    [
      "received | out@outside.test | slow@defer.test | slow@one.test | ",
      "deferred | out@outside.test | slow@defer.test | slow@one.test | 451 later",
      "expired | out@outside.test | slow@defer.test | slow@one.test | expired",
    ],
  ],
  [
    "a bounce",
    outgoing +
      attempt("smtp", "to=<gone@external.test>", "dsn=5.1.1, status=bounced (550 5.1.1 No such user here)"),
    [
      "received | anna@one.test | gone@external.test |  | ",
      "bounced | anna@one.test | gone@external.test |  | 550 5.1.1 No such user here",
    ],
  ],
  [
    "forwarding, whose second message belongs to the first, in either order of their lines",
    `${incoming}
  forward/smtpd[1]: 4B2D02384AA: client=unknown[127.0.0.1], orig_queue_id=30B832384AB, orig_client=unknown[192.0.2.1]
  qmgr[1]: 4B2D02384AA: from=<SRS0=x=y=outside.test=out@mail.test>, size=500, nrcpt=1 (queue active)
  smtp[1]: 4B2D02384AA: to=<carol@external.test>, relay=mx.example[192.0.2.1]:25, delay=1, delays=1/0/0/0, dsn=4.7.1, status=deferred (451 later)${attempt("forward/smtp", "to=<carol@external.test>, orig_to=<ext@one.test>", "dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as 4B2D02384AA)")}${removed}
  smtp[1]: 4B2D02384AA: to=<carol@external.test>, relay=mx.example[192.0.2.1]:25, delay=1, delays=1/0/0/0, dsn=2.0.0, status=sent (250 2.0.0 Ok)`,
    [
      "received | out@outside.test | carol@external.test | ext@one.test | ",
      "deferred | out@outside.test | carol@external.test | ext@one.test | 451 later",
      "forwarded | out@outside.test | carol@external.test | ext@one.test | 250 2.0.0 Ok",
    ],
  ],
  [
    "mail to the junk folder, with the reason",
    `2026-11-23 04:24:27 #1(rspamd_proxy) <a>; proxy; rspamd_task_write_log: id: <x@vm>, qid: <30B832384AB>, ip: 127.0.0.1, from: <out@outside.test>, (default: S (add header): [6.00/15.00] [GTUBE(0.00){}]), len: 303
2026-11-23T04:24:27+0000 lmtp(anna@one.test)<22720><uNN5C>: Info: sieve: msgid=<x@vm>: fileinto action: stored mail into mailbox 'Junk'
${incoming.trim()}${attempt("lmtp", "to=<anna@one.test>", "dsn=2.0.0, status=sent (250 2.0.0 <anna@one.test> uNN5C Saved)")}`,
    [
      "received | out@outside.test | anna@one.test |  | ",
      "delivered | out@outside.test | anna@one.test |  | 250 2.0.0 <anna@one.test> uNN5C Saved",
      "filtered | out@outside.test | anna@one.test |  | Junk: spam score 6.00 of 15.00 (GTUBE)",
    ],
  ],
  [
    "a folder of a person's own rule, without its name",
    `2026-11-23T04:24:27+0000 lmtp(anna@one.test)<22720><uNN5C>: Info: sieve: msgid=<x@vm>: fileinto action: stored mail into mailbox 'Divorce'
${incoming.trim()}${attempt("lmtp", "to=<anna@one.test>", "dsn=2.0.0, status=sent (250 2.0.0 <anna@one.test> uNN5C Saved)")}`,
    [
      "received | out@outside.test | anna@one.test |  | ",
      "delivered | out@outside.test | anna@one.test |  | 250 2.0.0 <anna@one.test> uNN5C Saved",
    ],
  ],
  [
    "an unknown recipient",
    "mx/smtpd[1]: NOQUEUE: reject: RCPT from unknown[127.0.0.1]: 550 5.1.1 <unknown@one.test>: Recipient address rejected; from=<out@outside.test> to=<unknown@one.test> proto=ESMTP helo=<vm>",
    ["refused | out@outside.test | unknown@one.test |  | 550 5.1.1 <unknown@one.test>: Recipient "],
  ],
  [
    "a message that goes on to others when one recipient is refused",
    `${outgoing.replace(
      "\n",
      `
  submission/smtpd[1]: 30B832384AB: reject: RCPT from unknown[127.0.0.1]: 450 4.2.1 <sales@one.test>: Recipient address rejected; from=<anna@one.test> to=<sales@one.test> proto=ESMTP helo=<vm>
`,
    )}${attempt("smtp", "to=<friend@far.test>", "dsn=2.0.0, status=sent (250 ok)")}`,
    [
      "delayed | anna@one.test | sales@one.test |  | 450 4.2.1 <sales@one.test>: Recipient ad",
      "received | anna@one.test | friend@far.test |  | ",
      "sent | anna@one.test | friend@far.test |  | 250 ok",
    ],
  ],
  [
    "a used queue ID, without the former message",
    `${outgoing}
  mx/smtpd[1]: 30B832384AB: client=unknown[127.0.0.1]${attempt("lmtp", "to=<anna@one.test>", "dsn=2.0.0, status=sent (250 ok)")}`,
    ["received |  | anna@one.test |  | ", "delivered |  | anna@one.test |  | 250 ok"],
  ],
])("records %s", (_, log, expected) => {
  expect(seenBy("w1", log)).toEqual(expected);
});

it("gives each workspace a row, and shows neither where another one's alias leads nor its filter", () => {
  const log = `2026-11-23T04:24:27+0000 lmtp(bob@two.test)<22720><uNN5C>: Info: sieve: msgid=<x@vm>: fileinto action: stored mail into mailbox 'Junk'
${outgoing.trim()}${attempt("lmtp", "to=<bob@two.test>, orig_to=<info@two.test>", "dsn=2.0.0, status=sent (250 2.0.0 <bob@two.test> uNN5C Saved)")}`;
  expect(seenBy("w1", log)).toEqual([
    "received | anna@one.test | info@two.test |  | ",
    "delivered | anna@one.test | info@two.test |  | ",
  ]);
  expect(seenBy("w2", log)).toEqual([
    "received | anna@one.test | bob@two.test | info@two.test | ",
    "delivered | anna@one.test | bob@two.test | info@two.test | 250 2.0.0 <bob@two.test> uNN5C Saved",
    "filtered | anna@one.test | bob@two.test | info@two.test | Junk",
  ]);
  const forwarded =
    outgoing +
    attempt("smtp", "to=<carol@external.test>, orig_to=<ext@two.test>", "dsn=2.0.0, status=sent (250 ok)");
  expect(seenBy("w1", forwarded).at(-1)).toBe("delivered | anna@one.test | ext@two.test |  | ");
  expect(seenBy("w2", forwarded).at(-1)).toBe(
    "forwarded | anna@one.test | carol@external.test | ext@two.test | 250 ok",
  );
});

it("gives the owner of a forged sender nothing, and a forger's domain the refusal", () => {
  const forged = incoming.replace("out@outside.test", "bob@two.test");
  expect(
    seenBy("w2", forged + attempt("lmtp", "to=<anna@one.test>", "dsn=2.0.0, status=sent (250 ok)")),
  ).toEqual([]);
  const refusal = (service: string, reply: string) =>
    `${service}/smtpd[1]: NOQUEUE: reject: RCPT from unknown[127.0.0.1]: ${reply}; from=<bob@two.test> to=<carol@external.test> proto=ESMTP helo=<vm>`;
  const notOwned = "553 5.7.1 <bob@two.test>: Sender address rejected: not owned by user anna@one.test";
  expect(seenBy("w2", refusal("submission", notOwned))).toEqual([]);
  expect(seenBy("w1", refusal("submission", notOwned))).toHaveLength(1);
  expect(seenBy("w2", refusal("submission", "450 4.7.1 <bob@two.test>: limit"))).toHaveLength(1);
  expect(seenBy("w2", refusal("mx", "554 5.7.1 Sign in to send from this address"))).toEqual([]);
});

it("counts one message for its sender, and one for each mailbox, without the part after a plus sign", () => {
  const sent = "dsn=2.0.0, status=sent (250 ok)";
  const { rows } = run(
    outgoing +
      attempt("lmtp", "to=<bob+shop@two.test>", sent) +
      attempt("smtp", "to=<carol@external.test>", sent),
  );
  expect(
    rows
      .filter(({ direction }) => direction !== null)
      .map(({ countsFor, direction }) => [countsFor, direction]),
  ).toEqual([
    ["anna@one.test", "out"],
    ["bob@two.test", "in"],
  ]);
});

it("continues from its stored state as if it had not stopped, with the same IDs in order", () => {
  const log =
    outgoing.trim() +
    attempt("smtp", "to=<a@external.test>", "dsn=4.7.1, status=deferred (451 later)") +
    attempt("smtp", "to=<a@external.test>", "dsn=2.0.0, status=sent (250 ok)");
  const whole = run(log).rows;
  const lines = log.split("\n");
  for (let cut = 1; cut < lines.length; cut += 1) {
    const first = run(lines.slice(0, cut).join("\n"));
    const rest = run(lines.slice(cut).join("\n"), JSON.parse(JSON.stringify(first.state)));
    expect(first.rows.length + rest.rows.length).toBe(whole.length);
  }
  expect(whole.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).toSorted());
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
  expect(whole[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

it("keeps a bounded number of messages and survives names of object properties", () => {
  const assembler = new Assembler();
  for (let count = 0; count < 10_050; count += 1) {
    assembler.take({ type: "taken", at: now, queueId: `Q${count}`, login: null, forwardedQueueId: null });
  }
  expect(assembler.state.messages).toHaveLength(10_000);
  const events = assembler.take({
    type: "attempt",
    at: now,
    queueId: "Q10000",
    recipient: "__proto__",
    originalRecipient: null,
    relay: null,
    via: "outside",
    status: "sent",
    reply: "",
    process: "postfix/smtp[1]",
    connection: null,
  });
  expect(events.map(({ kind }) => kind)).toEqual(["received", "sent"]);
  expect(domainNamesOf(events[0] as never)).toEqual(["__proto__"]);
});
