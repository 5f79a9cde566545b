import { describe, expect, it } from "vitest";
import { type LogSource, parseLine } from "./parse-line.ts";

const now = new Date(2026, 10, 23, 12);
const at = (hours: number, minutes: number, seconds: number) =>
  new Date(2026, 10, 23, hours, minutes, seconds);
const parse = (line: string, source: LogSource = "postfix") => {
  const step = parseLine(source, line, now);
  return step && (({ at: _, ...rest }) => rest)(step);
};
const p = (program: string, text: string) => `Nov 23 04:24:26 mail postfix/${program}[22714]: ${text}`;

// Lines of Postfix 3.7.11, Dovecot 2.3.19.1 and Rspamd 3.4.
describe("lines of Postfix", () => {
  it.each([
    [
      "a client",
      p("mx/smtpd", "94F8623849A: client=unknown[127.0.0.1]"),
      { type: "taken", queueId: "94F8623849A", login: null, forwardedQueueId: null },
    ],
    [
      "a signed-in client",
      p(
        "submission/smtpd",
        "83ABD2384BF: client=unknown[127.0.0.1], sasl_method=PLAIN, sasl_username=Anna@one.test",
      ),
      {
        type: "taken",
        queueId: "83ABD2384BF",
        login: "anna@one.test",
        forwardedQueueId: null,
      },
    ],
    [
      "forwarded mail that is taken in again",
      p(
        "forward/smtpd",
        "4B2D02384AA: client=unknown[127.0.0.1], orig_queue_id=30B832384AB, orig_client=unknown[192.0.2.1]",
      ),
      {
        type: "taken",
        queueId: "4B2D02384AA",
        login: null,
        forwardedQueueId: "30B832384AB",
      },
    ],
    [
      "a message ID",
      p("cleanup", "94F8623849A: message-id=<20261123042424.022713@vm>"),
      { type: "named", queueId: "94F8623849A", messageId: "<20261123042424.022713@vm>" },
    ],
    [
      "an active message",
      p("qmgr", "94F8623849A: from=<Out@outside.test>, size=453, nrcpt=1 (queue active)"),
      { type: "queued", queueId: "94F8623849A", sender: "out@outside.test", sizeBytes: 453 },
    ],
    [
      "a bounce",
      p("qmgr", "49E58238398: from=<>, size=2430, nrcpt=1 (queue active)"),
      { type: "queued", queueId: "49E58238398", sender: "", sizeBytes: 2430 },
    ],
    [
      "an expired message",
      p("qmgr", "61798238398: from=<out@outside.test>, status=expired, returned to sender"),
      { type: "expired", queueId: "61798238398", isForced: false },
    ],
    ["the end", p("qmgr", "94F8623849A: removed"), { type: "removed", queueId: "94F8623849A" }],
    [
      "a delivery",
      p(
        "lmtp",
        "30B832384AB: to=<anna@one.test>, orig_to=<info@one.test>, relay=mail.zonepost.test[/tmp/ml/dc/run/lmtp], delay=0.16, delays=0.06/0.03/0.05/0.03, dsn=2.0.0, status=sent (250 2.0.0 <anna@one.test> /NmoE/m/A2vFWAAAg+zDdQ Saved)",
      ),
      {
        type: "attempt",
        queueId: "30B832384AB",
        recipient: "anna@one.test",
        originalRecipient: "info@one.test",
        relay: "mail.zonepost.test",
        via: "mailbox",
        status: "sent",
        reply: "250 2.0.0 <anna@one.test> /NmoE/m/A2vFWAAAg+zDdQ Saved",
        process: "postfix/lmtp[22714]",
        connection: "mail.zonepost.test[/tmp/ml/dc/run/lmtp]",
      },
    ],
    [
      "a delivery to another host",
      p(
        "smtp",
        "83ABD2384BF: to=<carol@external.test>, relay=mx.external.test[192.0.2.1]:25, conn_use=2, delay=0.07, delays=0.07/0/0/0, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as ABC123)",
      ),
      {
        type: "attempt",
        queueId: "83ABD2384BF",
        recipient: "carol@external.test",
        originalRecipient: null,
        relay: "mx.external.test",
        via: "outside",
        status: "sent",
        reply: "250 2.0.0 Ok: queued as ABC123",
        process: "postfix/smtp[22714]",
        connection: "mx.external.test[192.0.2.1]:25",
      },
    ],
    [
      "a host that defers",
      p(
        "smtp",
        "61798238398: to=<slow@defer.test>, orig_to=<slow@one.test>, relay=127.0.0.1[127.0.0.1]:42527, delay=5.2, delays=5.1/0/0/0, dsn=4.7.1, status=deferred (host 127.0.0.1[127.0.0.1] said: 451 4.7.1 Greylisted, try again later (in reply to RCPT TO command))",
      ),
      {
        type: "attempt",
        queueId: "61798238398",
        recipient: "slow@defer.test",
        originalRecipient: "slow@one.test",
        relay: "127.0.0.1",
        via: "outside",
        status: "deferred",
        reply:
          "host 127.0.0.1[127.0.0.1] said: 451 4.7.1 Greylisted, try again later (in reply to RCPT TO command)",
        process: "postfix/smtp[22714]",
        connection: "127.0.0.1[127.0.0.1]:42527",
      },
    ],
    [
      "a full mailbox",
      p(
        "lmtp",
        "633E22383B5: to=<anna@one.test>, relay=mail.zonepost.test[/tmp/ml/dc/run/lmtp], delay=0.17, delays=0.15/0/0.01/0.01, dsn=5.2.2, status=bounced (host mail.zonepost.test[/tmp/ml/dc/run/lmtp] said: 552 5.2.2 <anna@one.test> Quota exceeded (mailbox for user is full) (in reply to end of DATA command))",
      ),
      {
        type: "attempt",
        queueId: "633E22383B5",
        recipient: "anna@one.test",
        originalRecipient: null,
        relay: "mail.zonepost.test",
        via: "mailbox",
        status: "bounced",
        reply:
          "host mail.zonepost.test[/tmp/ml/dc/run/lmtp] said: 552 5.2.2 <anna@one.test> Quota exceeded (mailbox for user is full) (in reply to end of DATA command)",
        process: "postfix/lmtp[22714]",
        connection: "mail.zonepost.test[/tmp/ml/dc/run/lmtp]",
      },
    ],
    [
      "a domain without a route",
      p(
        "error",
        "49E58238398: to=<out@outside.test>, relay=none, delay=0.02, delays=0.01/0.01/0/0, dsn=5.4.4, status=bounced (no route)",
      ),
      {
        type: "attempt",
        queueId: "49E58238398",
        recipient: "out@outside.test",
        originalRecipient: null,
        relay: null,
        via: "outside",
        status: "bounced",
        reply: "no route",
        process: "postfix/error[22714]",
        connection: null,
      },
    ],
    [
      "an unknown recipient",
      p(
        "mx/smtpd",
        "NOQUEUE: reject: RCPT from unknown[127.0.0.1]: 550 5.1.1 <unknown@one.test>: Recipient address rejected: User unknown in virtual mailbox table; from=<out@outside.test> to=<unknown@one.test> proto=ESMTP helo=<vm>",
      ),
      {
        type: "refused",
        queueId: "",
        sender: "out@outside.test",
        recipient: "unknown@one.test",
        reply:
          "550 5.1.1 <unknown@one.test>: Recipient address rejected: User unknown in virtual mailbox table",
        isWholeMessage: false,
        isSubmission: false,
      },
    ],
    [
      "a sender of another account",
      p(
        "submission/smtpd",
        "NOQUEUE: reject: RCPT from unknown[127.0.0.1]: 553 5.7.1 <bob@two.test>: Sender address rejected: not owned by user anna@one.test; from=<bob@two.test> to=<carol@external.test> proto=ESMTP helo=<vm>",
      ),
      {
        type: "refused",
        queueId: "",
        sender: "bob@two.test",
        recipient: "carol@external.test",
        reply: "553 5.7.1 <bob@two.test>: Sender address rejected: not owned by user anna@one.test",
        isWholeMessage: false,
        isSubmission: true,
      },
    ],
    [
      "spam",
      p(
        "cleanup",
        "E03582384B5: milter-reject: END-OF-MESSAGE from unknown[127.0.0.1]: 5.7.1 Gtube pattern; from=<out@outside.test> to=<anna@one.test> proto=ESMTP helo=<vm>",
      ),
      {
        type: "refused",
        queueId: "E03582384B5",
        sender: "out@outside.test",
        recipient: "anna@one.test",
        reply: "5.7.1 Gtube pattern",
        isWholeMessage: true,
        isSubmission: false,
      },
    ],
    [
      "an encrypted connection",
      p(
        "smtp",
        "Verified TLS connection established to mx.far.test[192.0.2.1]:25: TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits) key-exchange X25519 server-signature ECDSA (prime256v1) server-digest SHA256",
      ),
      {
        type: "secured",
        process: "postfix/smtp[22714]",
        connection: "mx.far.test[192.0.2.1]:25",
        tls: "TLSv1.3 verified",
      },
    ],
    [
      "an encrypted connection that is used again",
      p(
        "smtp",
        "Untrusted TLS connection reused to mx.far.test[2001:db8::1]:25: TLSv1.2 with cipher ECDHE-RSA-AES256-GCM-SHA384 (256/256 bits)",
      ),
      {
        type: "secured",
        process: "postfix/smtp[22714]",
        connection: "mx.far.test[2001:db8::1]:25",
        tls: "TLSv1.2 untrusted",
      },
    ],
    [
      "an end that the operator makes",
      p("qmgr", "61798238398: from=<anna@one.test>, status=force-expired, returned to sender"),
      { type: "expired", queueId: "61798238398", isForced: true },
    ],
    [
      "a copy that is dropped",
      p(
        "discard",
        "4B2D02384AA: to=<spam@nowhere.internal>, orig_to=<carol=external.test@0123456789abcdef0123456789abcdef.forward.internal>, relay=none, delay=0.02, delays=0.01/0.01/0/0, dsn=2.0.0, status=sent (probable spam is not forwarded)",
      ),
      {
        type: "attempt",
        queueId: "4B2D02384AA",
        recipient: "spam@nowhere.internal",
        originalRecipient: "carol@external.test",
        relay: null,
        via: "nowhere",
        status: "sent",
        reply: "probable spam is not forwarded",
        process: "postfix/discard[22714]",
        connection: null,
      },
    ],
    [
      "a message that a mailbox's rules send",
      p(
        "sieve/smtpd",
        "4B2D02384AA: info: END-OF-MESSAGE from unknown[127.0.0.1]: <END-OF-MESSAGE>: rules of anna@one.test; from=<> to=<out@outside.test> proto=ESMTP helo=<01a21fe7-145e-76fb-99ed-df2c2006661a.account.internal>",
      ),
      { type: "ruledBy", queueId: "4B2D02384AA", account: "anna@one.test" },
    ],
    [
      "a message that the operator deletes",
      p("postsuper", "61798238398: removed"),
      { type: "deleted", queueId: "61798238398" },
    ],
    [
      "a message that the spam filter drops",
      p(
        "forward/cleanup",
        "4B2D02384AA: milter-discard: END-OF-MESSAGE from unknown[127.0.0.1]: milter triggers DISCARD action; from=<out@outside.test> to=<carol=external.test@0123456789abcdef0123456789abcdef.forward.internal> proto=ESMTP helo=<mail.test>",
      ),
      {
        type: "dropped",
        queueId: "4B2D02384AA",
        recipient: "carol@external.test",
        reply: "milter triggers DISCARD action",
      },
    ],
    [
      "a message to several recipients that is refused at its end",
      p(
        "submission/smtpd",
        "4B2D02384AA: reject: END-OF-MESSAGE from unknown[127.0.0.1]: 452 4.2.2 This mailbox is nearly full, try again later; from=<anna@one.test> proto=ESMTP helo=<vm>",
      ),
      {
        type: "refused",
        queueId: "4B2D02384AA",
        sender: "anna@one.test",
        recipient: "",
        reply: "452 4.2.2 This mailbox is nearly full, try again later",
        isWholeMessage: true,
        isSubmission: true,
      },
    ],
    [
      "lines that don't end as those of mail",
      p(
        "mx/smtpd",
        "4jbtKb0xFTz1Gxg: reject: END-OF-MESSAGE from unknown[127.0.0.1]: bare <LF> received; from=<x@outside.test> to=<anna@one.test> proto=ESMTP helo=<vm>",
      ),
      {
        type: "refused",
        queueId: "4jbtKb0xFTz1Gxg",
        sender: "x@outside.test",
        recipient: "anna@one.test",
        reply: "bare <LF> received",
        isWholeMessage: true,
        isSubmission: false,
      },
    ],
    ...[
      ["queue file size limit exceeded", "552 5.3.4 Error: message file too big"],
      ["message rejected: hopcount exceeded", "554 5.4.0 Error: too many hops"],
    ].map(
      ([warning, reply]) =>
        [
          `a refusal that is a warning: ${warning}`,
          p("cleanup", `warning: 4jbtKX68HDz1GxB: ${warning}`),
          {
            type: "refused",
            queueId: "4jbtKX68HDz1GxB",
            sender: "",
            recipient: "",
            reply,
            isWholeMessage: true,
            isSubmission: false,
          },
        ] as const,
    ),
  ] as const)("reads %s", (_, line, step) => {
    expect(parse(line)).toEqual(step);
  });

  it.each([
    ["a connection", p("mx/smtpd", "connect from unknown[127.0.0.1]")],
    ["a warning", p("mx/smtpd", "warning: non-SMTP command from unknown[127.0.0.1]: Received: by x")],
    [
      "a refused connection, which has no recipient",
      p(
        "mx/smtpd",
        "NOQUEUE: milter-reject: CONNECT from unknown[127.0.0.1]: 451 4.7.1 Service unavailable - try again later; proto=SMTP",
      ),
    ],
    ["a notice of a bounce", p("bounce", "34CCE2384AE: sender non-delivery notification: 49E58238398")],
    ["nothing", ""],
    ["bytes that aren't UTF-8", Buffer.from([0xff, 0xfe, 0x00]).toString("utf8")],
    ["a line that was cut", p("smtp", "83ABD2384BF: to=<carol@external.test>, relay=127.0.")],
    [
      "a long line",
      p("mx/smtpd", `NOQUEUE: reject: RCPT from unknown[127.0.0.1]: 550 ${"<a>; from=<".repeat(1_400)}`),
    ],
  ])("leaves out %s", (_, line) => {
    expect(parse(line)).toBeUndefined();
  });

  it("isn't deceived by an address that contains the rest of a line", () => {
    const quoted = '"x>, relay=none, delay=1, delays=1/1/1/1, dsn=2.0.0, status=sent (250 ok)"@one.test';
    const attempt = `83ABD2384BF: to=<${quoted}>, relay=mx.example[192.0.2.1]:25, delay=1, delays=1/1/1/1, dsn=5.1.1, status=bounced (no)`;
    expect(parse(p("smtp", attempt))).toMatchObject({ recipient: quoted, status: "bounced", reply: "no" });
    const sender = '"a\\" b, size=1, nrcpt=1 (queue active)"@outside.test';
    expect(parse(p("qmgr", `AA7F12383B5: from=<${sender}>, size=477, nrcpt=1 (queue active)`))).toMatchObject(
      { sender, sizeBytes: 477 },
    );
    const recipient = '"; from=<a@a.test> to=<victim@two.test> proto=esmtp helo=<x>"@one.test';
    expect(
      parse(
        p(
          "mx/smtpd",
          `NOQUEUE: reject: RCPT from unknown[127.0.0.1]: 550 5.1.1 <${recipient}>: Recipient address rejected: User unknown; from=<out@outside.test> to=<${recipient}> proto=ESMTP helo=<vm> to=<victim@two.test>`,
        ),
      ),
    ).toMatchObject({ sender: "out@outside.test", recipient });
  });

  it("isn't deceived by another host's reply", () => {
    const reply =
      "host mx.example[192.0.2.1] said: 550 no) to=<victim@two.test>, relay=none, status=sent (250 ok";
    expect(
      parse(
        p(
          "smtp",
          `83ABD2384BF: to=<a@b.test>, relay=mx.example[192.0.2.1]:25, delay=1, delays=1/1/1/1, dsn=5.0.0, status=bounced (${reply})`,
        ),
      ),
    ).toMatchObject({ recipient: "a@b.test", status: "bounced", reply });
  });

  it("completes the time with the latest year that isn't in the future", () => {
    expect(parseLine("postfix", p("qmgr", "94F8623849A: removed"), now)?.at).toEqual(at(4, 24, 26));
    const lastOfDecember = "Dec 31 23:59:59 mail postfix/qmgr[1]: 94F8623849A: removed";
    expect(parseLine("postfix", lastOfDecember, new Date(2027, 0, 1))?.at).toEqual(
      new Date(2026, 11, 31, 23, 59, 59),
    );
    expect(
      parseLine("postfix", lastOfDecember.replace("Dec 31", "Jan  2"), new Date(2027, 0, 3))?.at,
    ).toEqual(new Date(2027, 0, 2, 23, 59, 59));
  });
});

describe("lines of Dovecot", () => {
  const d = (text: string) => parse(`2026-11-23T04:24:27+0000 ${text}`, "dovecot");
  it("reads sign-ins, and nothing that a failed one contains", () => {
    expect(
      d(
        "imap-login: Info: Login: user=<anna@one.test>, method=PLAIN, rip=127.0.0.1, lip=127.0.0.1, mpid=22841, TLS, session=<EHlv+OlgDIt/AAAB>",
      ),
    ).toEqual({ type: "login", address: "anna@one.test" });
    expect(
      d(
        "imap-login: Info: Disconnected: Connection closed (auth failed, 1 attempts in 2 secs): user=<anna@one.test>, method=PLAIN, rip=127.0.0.1, lip=127.0.0.1, TLS, session=<46Ot+Olg5L1/AAAB>",
      ),
    ).toBeUndefined();
  });
  it("reads the folder of a message, by the session that the reply to Postfix has", () => {
    expect(
      d(
        "lmtp(anna@one.test)<22720><uNN5Cfu/A2vAWAAAg+zDdQ>: Info: sieve: msgid=<20261123042427.022762@vm>: fileinto action: stored mail into mailbox 'Junk'",
      ),
    ).toEqual({
      type: "stored",
      address: "anna@one.test",
      session: "uNN5Cfu/A2vAWAAAg+zDdQ",
      folder: "Junk",
      isFiled: true,
    });
    expect(
      d(
        "lmtp(anna@one.test)<22720><r5jqCPm/A2vAWAAAg+zDdQ>: Info: sieve: msgid=<20261123042424.022713@vm>: stored mail into mailbox 'INBOX'",
      ),
    ).toEqual({
      type: "stored",
      address: "anna@one.test",
      session: "r5jqCPm/A2vAWAAAg+zDdQ",
      folder: "INBOX",
      isFiled: false,
    });
  });
  it.each([
    [
      "discarded",
      "msgid=<a@b>: discard action: Marked message to be discarded if not explicitly delivered (discard action)",
    ],
    ["rejected", "msgid=<a@b>: reject action: rejected message from <x@outside.example> (reject)"],
    ["rejected", "msgid=unspecified: ereject action: rejected message from <> (ereject)"],
    [
      "failed",
      "Execution of script /m/active.sieve failed, but implicit keep was successful (user logfile /m/active.sieve.log may reveal additional details)",
    ],
    [
      "failed",
      "Failed to compile script `/m/active.sieve' (view user logfile `/m/active.sieve.log' for more info)",
    ],
    ["redirected", "msgid=<a@b>: redirect action: forwarded to <deputy@external.example>"],
    [undefined, "msgid=<a@b>: vacation action: sent vacation response to <x@outside.example>"],
    [
      undefined,
      "msgid=<a@b>: discard action: Marked message to be discarded if not explicitly delivered (discard action)>: x",
    ],
  ])("reads that a message was %s: %s", (outcome, text) => {
    const step = d(`lmtp(anna@one.test)<22720><uNN5Cfu/A2vAWAAAg+zDdQ:R2>: Info: sieve: ${text}`);
    expect(step).toEqual(outcome && { type: "ruled", session: "uNN5Cfu/A2vAWAAAg+zDdQ:R2", outcome });
  });
  it("isn't deceived by a Message-ID that contains another action", () => {
    const forged =
      "<a>: discard action: Marked message to be discarded if not explicitly delivered (discard action)";
    expect(
      d(`lmtp(anna@one.test)<1><s1>: Info: sieve: msgid=${forged}: stored mail into mailbox 'INBOX'`),
    ).toMatchObject({ type: "stored", folder: "INBOX", isFiled: false });
  });
  it("keeps the time zone", () => {
    expect(
      parseLine(
        "dovecot",
        "2026-11-23T04:24:27+0200 imap-login: Info: Login: user=<a@b.test>, method=PLAIN",
        now,
      )?.at,
    ).toEqual(new Date("2026-11-23T02:24:27Z"));
  });
});

it("reads the verdict of Rspamd with the rules that weigh most", () => {
  const line =
    "2026-11-23 04:24:27 #22479(rspamd_proxy) <abb676>; proxy; rspamd_task_write_log: id: <20261123042427.022762@vm>, qid: <192252384B6>, ip: 127.0.0.1, from: <a b, (default: X (no action): [0/1] []) @outside.test>, (default: S (add header): [6.00/15.00] [FROM_INVALID(2.00){},MIME_GOOD(-0.10){text/plain;},GTUBE(4.00){}]), len: 303, time: 0.264ms";
  expect(parse(line.replace("(default: X (no action): [0/1] []) ", ""), "rspamd")).toEqual({
    type: "scored",
    queueId: "192252384B6",
    action: "add header",
    score: "6.00",
    limit: "15.00",
    symbols: ["GTUBE", "FROM_INVALID"],
    recipients: [],
  });
  const refused =
    ', digest: <6254323e7059f87eb91ed75ab2104dc9>, rcpts: <Anna@one.test,bob@two.test>, mime_rcpts: <x@y.test>, forced: reject "Gtube pattern"; score=15.00 (set by GTUBE)';
  expect(parse(line + refused, "rspamd")).toMatchObject({ recipients: ["anna@one.test", "bob@two.test"] });
});
