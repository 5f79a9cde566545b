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
      [row.kind, row.sender, row.recipient, row.originalRecipient, shortened(row.detail)].join(" | "),
    );

/** The start of a reply, and what our own words add to it. */
const shortened = (detail: string) => {
  const [, reply = "", words = ""] = /^(.*?)(; (?:filed|redirected|the rules).*)?$/.exec(detail) ?? [];
  return reply.slice(0, 40) + words;
};

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

/** What Dovecot logs about a rule, for the delivery of `stored`. */
const sieve = (
  action: "discard" | "reject" | "redirect" | "file" | "keep" | "fail",
  address = "anna@one.test",
) =>
  `2026-11-23T04:24:27+0000 lmtp(${address})<22720><uNN5C>: Info: sieve: ${
    {
      discard:
        "msgid=<x@vm>: discard action: Marked message to be discarded if not explicitly delivered (discard action)",
      reject: "msgid=<x@vm>: reject action: rejected message from <out@outside.test> (reject)",
      redirect: "msgid=<x@vm>: redirect action: forwarded to <deputy@external.test>",
      file: "msgid=<x@vm>: fileinto action: stored mail into mailbox 'Divorce'",
      keep: "msgid=<x@vm>: stored mail into mailbox 'INBOX'",
      fail: "Execution of script /m/active.sieve failed, but implicit keep was successful (user logfile /m/x.log may reveal additional details)",
    }[action]
  }`;
const stored = attempt(
  "lmtp",
  "to=<anna@one.test>",
  "dsn=2.0.0, status=sent (250 2.0.0 <anna@one.test> uNN5C Saved)",
);

it.each<[string, string, string[]]>([
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
      "delivered | out@outside.test | anna@one.test |  | 250 2.0.0 <anna@one.test> uNN5C Saved; filed by a rule",
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
  ...(
    [
      ["discards", "discarded", ["discard"], ""],
      ["discards if not filed", "delivered", ["discard", "file"], "; filed by a rule"],
      ["files a copy of", "delivered", ["file", "keep"], ""],
      ["keeps and then files", "delivered", ["keep", "file"], ""],
      ["rejects", "rejected", ["reject"], ""],
      ["redirects", "forwarded", ["redirect"], "; redirected by a rule"],
      ["redirects a copy of", "delivered", ["redirect", "keep"], ""],
      ["fails on", "delivered", ["keep", "fail"], "; the rules failed"],
    ] as const
  ).map(([verb, kind, actions, words]): [string, string, string[]] => [
    `what a mailbox's rule ${verb}`,
    `${actions.map((action) => sieve(action)).join("\n")}
${incoming.trim()}${stored}`,
    [
      "received | out@outside.test | anna@one.test |  | ",
      `${kind} | out@outside.test | anna@one.test |  | 250 2.0.0 <anna@one.test> uNN5C Saved${words}`,
    ],
  ]),
  [
    "a mailbox that refuses, which is no full one",
    `${incoming}${attempt("lmtp", "to=<anna@one.test>", "dsn=5.7.1, status=bounced (host mail[/run/lmtp] said: 554 5.7.1 <anna@one.test> no (in reply to end of DATA command))")}${attempt("lmtp", "to=<ben@one.test>", "dsn=5.2.2, status=bounced (host mail[/run/lmtp] said: 552 5.2.2 <ben@one.test> Quota exceeded (in reply to end of DATA command))")}`,
    [
      "received | out@outside.test | anna@one.test |  | ",
      "rejected | out@outside.test | anna@one.test |  | host mail[/run/lmtp] said: 554 5.7.1 <an",
      "received | out@outside.test | ben@one.test |  | ",
      "bounced | out@outside.test | ben@one.test |  | host mail[/run/lmtp] said: 552 5.2.2 <be",
    ],
  ],
  [
    "another host's greylisting, and no mailbox's",
    `${outgoing}${attempt("smtp", "to=<a@far.test>", "dsn=4.7.1, status=deferred (host mx said: 450 4.7.1 Greylisting in action)")}${attempt("smtp", "to=<a@far.test>", "dsn=4.7.1, status=deferred (host mx said: 451 4.7.1 Please wait: grey-listed)")}${attempt("lmtp", "to=<anna@one.test>", "dsn=4.2.2, status=deferred (host mail said: 452 4.2.2 greylist)")}`,
    [
      "received | anna@one.test | a@far.test |  | ",
      "greylisted | anna@one.test | a@far.test |  | host mx said: 450 4.7.1 Greylisting in a",
      "greylisted | anna@one.test | a@far.test |  | host mx said: 451 4.7.1 Please wait: gre",
      "received | anna@one.test | anna@one.test |  | ",
      "deferred | anna@one.test | anna@one.test |  | host mail said: 452 4.2.2 greylist",
    ],
  ],
  [
    "what the operator ends and deletes, of what still waits",
    `${incoming}${attempt("smtp", "to=<slow@defer.test>, orig_to=<slow@one.test>", "dsn=4.7.1, status=deferred (451 later)")}${attempt("lmtp", "to=<anna@one.test>", "dsn=2.0.0, status=sent (250 2.0.0 <anna@one.test> S Saved)")}
  qmgr[1]: 30B832384AB: from=<out@outside.test>, status=force-expired, returned to sender
  postsuper[1]: 30B832384AB: removed`,
    [
      "received | out@outside.test | slow@defer.test | slow@one.test | ",
      "deferred | out@outside.test | slow@defer.test | slow@one.test | 451 later",
      "received | out@outside.test | anna@one.test |  | ",
      "delivered | out@outside.test | anna@one.test |  | 250 2.0.0 <anna@one.test> S Saved",
      "expired | out@outside.test | slow@defer.test | slow@one.test | expired by the operator",
      "discarded | out@outside.test | slow@defer.test | slow@one.test | removed from the queue",
    ],
  ],
  [
    "a message to several recipients that the spam filter refuses, without a score that doesn't explain it",
    `2026-11-23 04:24:27 #1(rspamd_proxy) <a>; proxy; rspamd_task_write_log: id: <x@vm>, qid: <30B832384AB>, ip: 127.0.0.1, from: <out@outside.test>, (default: T (reject): [0.00/15.00] []), len: 303, time: 1ms, dns req: 0, digest: <62ab>, rcpts: <anna@one.test,bob@two.test,ben@one.test>, mime_rcpts: <>
  cleanup[1]: 30B832384AB: milter-reject: END-OF-MESSAGE from unknown[127.0.0.1]: 5.7.1 The From header has an address that isn't yours; from=<out@outside.test> to=<ben@one.test> proto=ESMTP helo=<vm>`,
    [
      "refused | out@outside.test | ben@one.test |  | 5.7.1 The From header has an address tha",
      "refused | out@outside.test | anna@one.test |  | 5.7.1 The From header has an address tha",
    ],
  ],
  [
    "a program's message without recipients in the log, once",
    `${outgoing.split("\n").slice(0, 3).join("\n")}
  submission/smtpd[1]: warning: 30B832384AB: queue file size limit exceeded
  cleanup[1]: warning: 30B832384AB: queue file size limit exceeded`,
    ["refused | anna@one.test |  |  | 552 5.3.4 Error: message file too big"],
  ],
  [
    "an automatic reply as the account's, and a redirected message as forwarded by it",
    `
  sieve/smtpd[1]: 30B832384AB: client=unknown[127.0.0.1]
  sieve/smtpd[1]: 30B832384AB: info: END-OF-MESSAGE from unknown[127.0.0.1]: <END-OF-MESSAGE>: rules of anna@one.test; from=<> to=<out@outside.test> proto=ESMTP helo=<x>
  qmgr[1]: 30B832384AB: from=<>, size=446, nrcpt=1 (queue active)${attempt("smtp", "to=<out@outside.test>", "dsn=2.0.0, status=sent (250 ok)")}
  sieve/smtpd[1]: 4B2D02384AA: client=unknown[127.0.0.1]
  sieve/smtpd[1]: 4B2D02384AA: info: END-OF-MESSAGE from unknown[127.0.0.1]: <END-OF-MESSAGE>: rules of anna@one.test; from=<out@outside.test> to=<deputy@far.test> proto=ESMTP helo=<x>
  qmgr[1]: 4B2D02384AA: from=<out@outside.test>, size=446, nrcpt=1 (queue active)${attempt("smtp", "to=<deputy@far.test>", "dsn=2.0.0, status=sent (250 ok)").replace("30B832384AB", "4B2D02384AA")}`,
    [
      "received |  | out@outside.test |  | ",
      "sent |  | out@outside.test |  | 250 ok",
      "received | out@outside.test | deputy@far.test | anna@one.test | ",
      "forwarded | out@outside.test | deputy@far.test | anna@one.test | 250 ok",
    ],
  ],
  [
    "what the spam filter drops",
    `${incoming}
  cleanup[1]: 30B832384AB: milter-discard: END-OF-MESSAGE from unknown[127.0.0.1]: milter triggers DISCARD action; from=<out@outside.test> to=<anna@one.test> proto=ESMTP helo=<vm>`,
    [
      "received | out@outside.test | anna@one.test |  | ",
      "discarded | out@outside.test | anna@one.test |  | dropped by the spam filter",
    ],
  ],
  ...(
    [
      [
        "isn't forwarded, because it is probably spam",
        "forward/cleanup[1]: 4B2D02384AA: milter-discard: END-OF-MESSAGE from unknown[127.0.0.1]: milter triggers DISCARD action; from=<out@outside.test> to=<carol=external.test@0123456789abcdef0123456789abcdef.forward.internal> proto=ESMTP helo=<mail>",
        "discarded | out@outside.test | carol@external.test | ext@one.test | not forwarded",
      ],
      [
        "is dropped",
        "discard[1]: 4B2D02384AA: to=<spam@nowhere.internal>, orig_to=<carol=external.test@0123456789abcdef0123456789abcdef.forward.internal>, relay=none, delay=1, delays=1/0/0/0, dsn=2.0.0, status=sent (probable spam is not forwarded)",
        "discarded | out@outside.test | carol@external.test | ext@one.test | probable spam is not forwarded",
      ],
      [
        "stays in the mailbox that would have forwarded it",
        "lmtp[1]: 4B2D02384AA: to=<ext@one.test.returned.internal>, relay=mail[/run/lmtp], delay=1, delays=1/0/0/0, dsn=2.0.0, status=sent (250 2.0.0 <ext@one.test> S Saved)",
        "filtered | out@outside.test | carol@external.test | ext@one.test | Junk: not forwarded",
      ],
    ] as const
  ).flatMap(([words, line, end]) => {
    const begin = `${incoming}
  forward/smtpd[1]: 4B2D02384AA: client=unknown[127.0.0.1], orig_queue_id=30B832384AB, orig_client=unknown[192.0.2.1]`;
    const handedOver = attempt(
      "forward/smtp",
      "to=<carol=external.test@0123456789abcdef0123456789abcdef.forward.internal>, orig_to=<ext@one.test>",
      "dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as 4B2D02384AA)",
    );
    const expected = ["received | out@outside.test | carol@external.test | ext@one.test | ", end];
    return [
      [`a copy that ${words}`, `${begin}\n  ${line}${handedOver}`, expected],
      [
        `a copy that ${words}, with its lines in the other order`,
        `${begin}${handedOver}\n  ${line}`,
        expected,
      ],
    ] satisfies [string, string, string[]][];
  }),
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

it("shows what the rules of a mailbox do to its own workspace alone", () => {
  for (const [action, kind, detail] of [
    ["discard", "discarded", ""],
    ["file", "delivered", "; filed by a rule"],
    ["redirect", "forwarded", "; redirected by a rule"],
    ["fail", "delivered", "; the rules failed"],
  ] as const) {
    const log = `${sieve(action, "bob@two.test")}
${outgoing.trim()}${attempt("lmtp", "to=<bob@two.test>", "dsn=2.0.0, status=sent (250 2.0.0 <bob@two.test> uNN5C Saved)")}`;
    const reply = "250 2.0.0 <bob@two.test> uNN5C Saved";
    expect(seenBy("w1", log).at(-1)).toBe(`delivered | anna@one.test | bob@two.test |  | ${reply}`);
    expect(seenBy("w2", log).at(-1)).toBe(`${kind} | anna@one.test | bob@two.test |  | ${reply}${detail}`);
    expect(run(log).rows.filter(({ direction }) => direction === "in")).toHaveLength(1);
  }
});

it("joins an encrypted connection with what its process sends over it, and claims nothing before it has seen one", () => {
  const tlsOf = (log: string) =>
    run(log)
      .rows.filter(({ kind }) => kind !== "received")
      .map(({ recipient, tls }) => `${recipient} ${tls}`);
  const secured = (process: string, to = "mx.example[192.0.2.1]:25") =>
    `\n  ${process}: Trusted TLS connection established to ${to}: TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)`;
  const to = (process: string, queueId: string, recipient: string, relay = "mx.example[192.0.2.1]:25") =>
    `\n  ${process}: ${queueId}: to=<${recipient}>, relay=${relay}, delay=1, delays=1/0/0/0, dsn=2.0.0, status=sent (250 ok)`;
  const begin = `${outgoing}${outgoing.replaceAll("30B832384AB", "4C2D02384AA")}`;
  expect(
    tlsOf(
      begin +
        to("smtp[1]", "30B832384AB", "a@x.test") +
        secured("smtp[2]") +
        secured("smtp[1]", "mx.other[192.0.2.9]:25") +
        to("smtp[2]", "30B832384AB", "b@x.test") +
        to("smtp[2]", "30B832384AB", "c@x.test") +
        // The next message of the same process, whose connection has no line.
        to("smtp[2]", "4C2D02384AA", "d@x.test") +
        // Another host than the one that was connected last.
        to("smtp[1]", "4C2D02384AA", "e@x.test") +
        to("lmtp[1]", "4C2D02384AA", "anna@one.test", "mail[/run/lmtp]"),
    ),
  ).toEqual([
    "a@x.test null",
    "b@x.test TLSv1.3 trusted",
    "c@x.test TLSv1.3 trusted",
    "d@x.test none",
    "e@x.test none",
    "anna@one.test null",
  ]);
  const { state } = run(begin + secured("smtp[2]"));
  const rest = run(to("smtp[2]", "30B832384AB", "b@x.test").trim(), JSON.parse(JSON.stringify(state)));
  expect(rest.rows.at(-1)?.tls).toBe("TLSv1.3 trusted");
});

it("continues from the state of the previous version", () => {
  const message = {
    login: null,
    messageId: "<x@vm>",
    sender: "out@outside.test",
    sizeBytes: 1,
    queuedAt: "2026-11-23T04:24:10.000Z",
    recipients: { "carol@external.test": { original: "ext@one.test", isWaiting: true } },
    parent: null,
    children: ["4B2D02384AA"],
    parked: [],
  };
  const parent = {
    login: null,
    messageId: "<x@vm>",
    sender: "out@outside.test",
    queueId: "30B832384AB",
  };
  const parked = {
    type: "attempt",
    at: "2026-11-23T04:24:11.000Z",
    queueId: "4B2D02384AA",
    recipient: "carol@external.test",
    originalRecipient: null,
    relay: "mx.example",
    via: "outside",
    status: "sent",
    reply: "250 ok",
  } as const;
  const earlier = {
    messages: [
      ["30B832384AB", message],
      ["4B2D02384AA", { ...message, recipients: {}, parent, children: [], parked: [parked] }],
    ],
    folders: [["uNN5C", "Junk"]],
    scores: [["30B832384AB", "spam score 6.00 of 15.00 (GTUBE)"]],
  } as unknown as AssemblerState;
  const { rows, state } = run(
    attempt(
      "forward/smtp",
      "to=<carol@external.test>, orig_to=<ext@one.test>",
      "dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as 4B2D02384AA)",
    ) + stored,
    earlier,
  );
  expect(rows.map(({ kind, recipient, tls }) => `${kind} ${recipient} ${tls}`)).toEqual([
    "forwarded carol@external.test null",
    "received anna@one.test null",
    "delivered anna@one.test null",
    "filtered anna@one.test null",
  ]);
  expect(Object.keys(state)).toEqual(expect.arrayContaining(["messages", "folders", "scores"]));
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
    assembler.take({
      type: "taken",
      at: now,
      queueId: `Q${count}`,
      login: null,
      forwardedQueueId: null,
    });
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
