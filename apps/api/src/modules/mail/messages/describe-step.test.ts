import { expect, it } from "vitest";
import { describeStep } from "./describe-step.ts";
import { describeTls } from "./describe-tls.ts";
import { compareSteps } from "./step-order.ts";

const step = {
  sender: "ada@far.test",
  recipient: "anna@example.com",
  originalRecipient: null,
  relay: null,
  detail: "",
};
const reported = "The sender's server or mail program reports it.";
const canTry = "The sender will try again.";
const automatic = "The next attempt is automatic.";

it.each([
  [{ kind: "received" }, "Received"],
  [
    { kind: "refused", detail: "550 5.1.1 <x@example.com>: Recipient address rejected: User unknown" },
    `No such mailbox (550 5.1.1). ${reported}`,
  ],
  [
    {
      kind: "refused",
      detail: "553 5.7.1 <bob@two.test>: Sender address rejected: not owned by user anna@one.test",
    },
    `Refused: the account may not send from this address (553 5.7.1). ${reported}`,
  ],
  [
    { kind: "refused", detail: "5.7.1 The From header has an address that isn't yours" },
    `Refused: the From header has an address that isn't the account's (5.7.1). ${reported}`,
  ],
  [
    { kind: "refused", detail: "5.7.1 Gtube pattern; spam score 15.00 of 15.00 (GTUBE)" },
    `Refused as spam (5.7.1). ${reported}`,
  ],
  [
    { kind: "refused", detail: "554 5.7.1 <x@far.test>: Relay access denied" },
    `Refused: the recipient's domain doesn't receive mail here (554 5.7.1). ${reported}`,
  ],
  [
    { kind: "refused", detail: "552 5.3.4 Error: message file too big" },
    `Refused: the message is too large (552 5.3.4). ${reported}`,
  ],
  [
    { kind: "refused", detail: "554 5.4.0 Error: too many hops" },
    `Refused: it has passed too many servers, as in a loop (554 5.4.0). ${reported}`,
  ],
  [
    { kind: "refused", detail: "bare <LF> received" },
    `Refused: its line ends aren't those of mail. ${reported}`,
  ],
  [
    { kind: "refused", detail: "550 5.7.1 Rejected by the DMARC policy of bank.example" },
    `Refused: the message fails the DMARC policy of its sender's domain (550 5.7.1). ${reported}`,
  ],
  [
    { kind: "refused", detail: "554 5.9.9 Go away" },
    `Refused: the server refused it (554 5.9.9). ${reported}`,
  ],
  // Rows of earlier versions.
  [
    { kind: "refused", detail: "450 4.2.1 <a@b.test>: Forwarding from this address is on hold" },
    `Refused: the target hasn't confirmed the forwarding yet, or it is paused (450 4.2.1). ${reported}`,
  ],
  [
    {
      kind: "delayed",
      detail: "450 4.2.1 <a@b.test>: Forwarding from this address waits for its confirmation",
    },
    `Delayed: the target hasn't confirmed the forwarding yet, or it is paused (450 4.2.1). ${canTry}`,
  ],
  [
    { kind: "delayed", detail: "4.7.1 The signing key is not loaded yet, try again later" },
    `Delayed: the domain's signing key isn't loaded yet (4.7.1). ${canTry}`,
  ],
  [
    { kind: "delayed", detail: "452 4.2.2 This mailbox is nearly full, try again later" },
    `Delayed: the mailbox may be full with the mail that is on its way (452 4.2.2). ${canTry}`,
  ],
  [
    { kind: "delayed", detail: "451 4.3.0 Temporary lookup failure" },
    `Delayed: the server asks to try again later (451 4.3.0). ${canTry}`,
  ],
  ...["account", "domain", "workspace"].map(
    (scope) =>
      [
        {
          kind: "limited",
          detail: `450 4.7.1 <x@y.test>: Recipient address rejected: This ${scope} has reached its limit of 200 recipients per hour`,
        },
        `Over the limit: the ${scope} has reached its sending limit (450 4.7.1). ${canTry}`,
      ] as const,
  ),
  [
    {
      kind: "limited",
      detail:
        "450 4.7.1 <x@y.test>: Recipient address rejected: Forwarding from this address has reached its limit, try again later",
    },
    `Over the limit: its forwarding has reached its limit (450 4.7.1). ${canTry}`,
  ],
  [
    { kind: "filtered", detail: "Junk: spam score 6.00 of 15.00 (GTUBE)" },
    "Delivered to Junk: spam score 6.00 of 15.00 (GTUBE)",
  ],
  [{ kind: "filtered", detail: "Junk" }, "Delivered to Junk"],
  [
    { kind: "filtered", detail: "Junk: not forwarded" },
    "Delivered to Junk: it is probably spam, which isn't forwarded",
  ],
  [{ kind: "delivered", detail: "250 2.0.0 <anna@one.test> abc Saved" }, "Delivered to anna@example.com"],
  [
    { kind: "delivered", detail: "250 2.0.0 <anna@one.test> abc Saved; filed by a rule" },
    "Delivered to anna@example.com: into a folder that a rule of the mailbox chose",
  ],
  [
    { kind: "delivered", detail: "250 2.0.0 <anna@one.test> abc Saved; the rules failed" },
    "Delivered to anna@example.com: into the inbox, since the rules of the mailbox have an error",
  ],
  [
    { kind: "discarded", detail: "250 2.0.0 <anna@one.test> abc Saved" },
    "Discarded: a rule of the mailbox deleted it. No notice is sent.",
  ],
  [
    { kind: "discarded", detail: "not forwarded" },
    "Discarded: it is probably spam, which isn't forwarded. No notice is sent.",
  ],
  [
    { kind: "discarded", detail: "dropped by the spam filter" },
    "Discarded: the spam filter dropped it. No notice is sent.",
  ],
  [
    { kind: "discarded", detail: "removed from the queue" },
    "Discarded: your administrator deleted it while it was waiting. No notice is sent.",
  ],
  [
    { kind: "rejected", detail: "250 2.0.0 <anna@one.test> abc Saved" },
    "Rejected: a rule of the mailbox refused it. The sender is told.",
  ],
  [
    {
      kind: "rejected",
      detail: "host mail[/run/lmtp] said: 554 5.7.1 <anna@one.test> no (in reply to DATA)",
    },
    "Rejected: the server refused it (554 5.7.1). The sender is told.",
  ],
  [{ kind: "forwarded", recipient: "x@y.test" }, "Forwarded to x@y.test"],
  [
    { kind: "forwarded", detail: "250 2.0.0 <anna@one.test> abc Saved; redirected by a rule" },
    "Forwarded by a rule of the mailbox",
  ],
  [
    { kind: "discarded", detail: "probable spam is not forwarded" },
    "Discarded: it is probably spam, which isn't forwarded. No notice is sent.",
  ],
  [
    { kind: "discarded", detail: "the forwarding has ended" },
    "Discarded: its forwarding has ended. No notice is sent.",
  ],
  [
    { kind: "bounced", originalRecipient: "team@one.test", detail: "host x said: 550 5.1.1 No such user" },
    "Undeliverable: no such mailbox (550 5.1.1). The sender is told, unless it may be forged.",
  ],
  [{ kind: "sent", relay: "mx.example.net" }, "Sent: accepted by mx.example.net"],
  [
    {
      kind: "greylisted",
      relay: "mx.example.net",
      detail:
        "host mx.example.net[192.0.2.1] said: 451 4.7.1 Greylisted, try again later (in reply to RCPT TO command)",
    },
    `Greylisted: mx.example.net accepts mail from new senders only later (451 4.7.1). ${automatic}`,
  ],
  [
    { kind: "deferred", detail: "connect to mx.example.net[192.0.2.1]:25: Connection timed out" },
    `Waiting: the server didn't answer. ${automatic}`,
  ],
  [
    { kind: "deferred", relay: "mx.example.net", detail: "host x said: 452 4.9.9 Busy" },
    `Waiting: the server asks to try again later (452 4.9.9), mx.example.net. ${automatic}`,
  ],
  [
    { kind: "deferred", detail: "TLS is required, but was not offered by host mx.example.net[192.0.2.1]" },
    `Waiting: the server doesn't encrypt as its domain demands. ${automatic}`,
  ],
  [
    {
      kind: "bounced",
      detail:
        "host mail[/run/lmtp] said: 552 5.2.2 <anna@one.test> Quota exceeded (mailbox for user is full)",
    },
    "Undeliverable: the mailbox is full (552 5.2.2). The sender is told.",
  ],
  [
    { kind: "bounced", sender: "", detail: "host x said: 550 5.1.1 No such user" },
    "Undeliverable: no such mailbox (550 5.1.1). It has no sender who could be told.",
  ],
  [
    { kind: "expired", detail: "expired" },
    "Expired: it couldn't be delivered for too long. The sender is told.",
  ],
  [
    { kind: "expired", sender: "", detail: "expired" },
    "Expired: it couldn't be delivered for too long. It has no sender who could be told.",
  ],
  [
    { kind: "expired", detail: "expired by the operator" },
    "Expired: your administrator ended the attempts. The sender is told.",
  ],
  // A row of an earlier version.
  [
    { kind: "bounced", detail: "expired" },
    "Undeliverable: it couldn't be delivered for too long. The sender is told.",
  ],
] as const)("describes %j", (own, words) => {
  expect(describeStep({ ...step, ...own })).toBe(words);
});

it.each([
  [null, null],
  ["none", "not encrypted"],
  ["TLSv1.3 verified", "encrypted (TLSv1.3), certificate verified"],
  ["TLSv1.3 trusted", "encrypted (TLSv1.3), certificate valid, its name not checked"],
  ["TLSv1.2 untrusted", "encrypted (TLSv1.2), certificate not verified"],
  ["TLSv1.3 anonymous", "encrypted (TLSv1.3), without a certificate"],
])("describes the encryption %j", (tls, words) => {
  expect(describeTls(tls)).toBe(words);
});

it("puts the steps of a second in the order in which they happen", () => {
  const at = new Date(0);
  const kinds = ["filtered", "delivered", "received", "greylisted"] as const;
  expect(
    kinds
      .map((kind) => ({ kind, occurredAt: at }))
      .toSorted(compareSteps)
      .map(({ kind }) => kind),
  ).toEqual(["received", "greylisted", "delivered", "filtered"]);
});
