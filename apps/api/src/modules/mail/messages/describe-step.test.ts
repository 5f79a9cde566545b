import { expect, it } from "vitest";
import { compareSteps, describeStep } from "./describe-step.ts";

const step = { recipient: "anna@example.com", relay: null, detail: "" };

it.each([
  [{ kind: "received" }, "Received"],
  [
    { kind: "refused", detail: "550 5.1.1 <x@example.com>: Recipient address rejected: User unknown" },
    "Refused: the mailbox doesn't exist (550 5.1.1)",
  ],
  [
    {
      kind: "refused",
      detail: "553 5.7.1 <bob@two.test>: Sender address rejected: not owned by user anna@one.test",
    },
    "Refused: the account may not send from this address (553 5.7.1)",
  ],
  [
    { kind: "refused", detail: "450 4.7.1 This account has reached its limit of 200 recipients per hour" },
    "Refused: the account has reached its sending limit for this hour (450 4.7.1)",
  ],
  [
    { kind: "refused", detail: "450 4.2.1 <a@b.test>: Forwarding from this address is on hold" },
    "Refused: its forwarding isn't confirmed yet, or is paused (450 4.2.1)",
  ],
  [
    {
      kind: "refused",
      detail: "450 4.2.1 <a@b.test>: Forwarding from this address waits for its confirmation",
    },
    "Refused: its forwarding isn't confirmed yet, or is paused (450 4.2.1)",
  ],
  [{ kind: "refused", detail: "5.7.1 Gtube pattern" }, "Refused: it was classified as spam (5.7.1)"],
  [
    { kind: "refused", detail: "554 5.7.1 <x@far.test>: Relay access denied" },
    "Refused: the recipient's domain doesn't receive mail here (554 5.7.1)",
  ],
  [{ kind: "refused", detail: "554 5.9.9 Go away" }, "Refused: the server refused it (554 5.9.9)"],
  [
    { kind: "filtered", detail: "Junk: spam score 6.00 of 15.00 (GTUBE)" },
    "Moved to Junk: spam score 6.00 of 15.00 (GTUBE)",
  ],
  [{ kind: "filtered", detail: "Junk" }, "Moved to Junk"],
  [{ kind: "delivered" }, "Delivered to anna@example.com"],
  [{ kind: "forwarded", recipient: "x@y.test" }, "Forwarded to x@y.test"],
  [{ kind: "sent", relay: "mx.example.net" }, "Sent: accepted by mx.example.net"],
  [
    {
      kind: "deferred",
      relay: "mx.example.net",
      detail:
        "host mx.example.net[192.0.2.1] said: 451 4.7.1 Greylisted, try again later (in reply to RCPT TO command)",
    },
    "Waiting: the server accepts mail from new senders only later (451 4.7.1), mx.example.net",
  ],
  [
    { kind: "deferred", detail: "connect to mx.example.net[192.0.2.1]:25: Connection timed out" },
    "Waiting: the server didn't answer",
  ],
  [
    { kind: "deferred", detail: "host x said: 452 4.9.9 Busy" },
    "Waiting: the server asks to try again later (452 4.9.9)",
  ],
  [
    {
      kind: "bounced",
      detail:
        "host mail[/run/lmtp] said: 552 5.2.2 <anna@one.test> Quota exceeded (mailbox for user is full)",
    },
    "Returned to the sender: the mailbox is full (552 5.2.2)",
  ],
  [{ kind: "bounced", detail: "expired" }, "Returned to the sender: it couldn't be delivered for too long"],
] as const)("describes %j", (own, words) => {
  expect(describeStep({ ...step, ...own })).toBe(words);
});

it("puts the steps of a second in the order in which they happen", () => {
  const at = new Date(0);
  const kinds = ["delivered", "filtered", "received", "deferred"] as const;
  expect(
    kinds
      .map((kind) => ({ kind, occurredAt: at }))
      .toSorted(compareSteps)
      .map(({ kind }) => kind),
  ).toEqual(["received", "deferred", "filtered", "delivered"]);
});
