import { z } from "zod";
import { withoutPastedEdges } from "../pasted.ts";
import { noControlCharacters, pageQuery, timestamp, timestampInput, typeId } from "../primitives.ts";
import { longestMailMessageId, mailMessageIdPattern } from "./message-id.ts";

/** Of an open set: later versions may add kinds. */
export const mailEventKind = z
  .enum([
    "received",
    "refused",
    "delayed",
    "limited",
    "delivered",
    "filtered",
    "discarded",
    "rejected",
    "forwarded",
    "sent",
    "deferred",
    "greylisted",
    "expired",
    "bounced",
  ])
  .meta({
    description:
      "Before the message was accepted: `refused` for good, `delayed` (its server may try again), `limited` (over a sending limit). " +
      "In a mailbox: `delivered`, `filtered` (moved to Junk), `discarded` by a rule or a filter, `rejected` by the mailbox. " +
      "To another host: `sent` or `forwarded`; `deferred` and `greylisted` wait for the next attempt; `bounced` (the other host refused it) and `expired` (no attempt succeeded in time) have ended",
  });
export type MailEventKind = z.infer<typeof mailEventKind>;

/** One delivery: a message on its way to one recipient. */
export const mailMessageStep = z
  .object({
    kind: mailEventKind,
    occurredAt: timestamp,
    summary: z
      .string()
      .meta({ examples: ["No such mailbox (550 5.1.1). The sender's server or mail program reports it."] }),
    relay: z
      .string()
      .nullable()
      .meta({ description: "The host that answered", examples: ["mx.example.net"] }),
    detail: z.string().meta({ description: "The server's answer, and what else the log tells" }),
    tls: z
      .string()
      .nullable()
      .meta({
        description: "How the connection to the other host was encrypted; null if unknown",
        examples: ["encrypted (TLSv1.3), certificate verified", "not encrypted"],
      }),
    retriesBy: timestamp
      .nullable()
      .meta({ description: "If the message waits: when the next attempt is made at the latest" }),
  })
  .meta({ id: "MailMessageStep" });
export type MailMessageStep = z.infer<typeof mailMessageStep>;

export const mailMessage = z
  .object({
    id: typeId("mms", "ID of the message for this recipient"),
    messageId: z.string().meta({ description: "The Message-ID header; empty if it was refused before" }),
    sender: z.string().meta({ description: "The envelope sender; empty for a bounce" }),
    recipient: z.string().meta({
      description: "Empty if a message was refused as a whole, and the log doesn't name its recipients",
    }),
    originalRecipient: z
      .string()
      .nullable()
      .meta({ description: "The address that the sender used, if an alias or a forwarding replaced it" }),
    sizeBytes: z.int().nullable(),
    receivedAt: timestamp,
    kind: mailEventKind.meta({ description: "The kind of the latest step" }),
    summary: z.string().meta({ description: "The latest step in words" }),
    steps: z.array(mailMessageStep).meta({ description: "The delivery path, oldest first" }),
  })
  .meta({ id: "MailMessage" });
export type MailMessage = z.infer<typeof mailMessage>;

/** The number of messages in a response without `limit`. */
export const mailMessagesListed = 200;

/** A Message-ID header's value, without its angle brackets. */
const mailMessageId = z
  .string()
  .overwrite(withoutPastedEdges)
  .max(longestMailMessageId, `Use at most ${longestMailMessageId} characters.`)
  .regex(
    mailMessageIdPattern,
    "Enter one Message-ID, such as <20260301.1234@mail.example.com>, with or without angle brackets.",
  )
  .transform((text) => text.replace(/^<|>$/g, ""));

export const mailMessageQuery = z.strictObject({
  address: z
    .string()
    .overwrite(withoutPastedEdges)
    .max(320, "Use at most 320 characters.")
    .toLowerCase()
    .regex(noControlCharacters, "Remove control characters.")
    .optional()
    .meta({ description: "A sender or recipient, in full", examples: ["info@example.com"] }),
  messageId: mailMessageId.optional().meta({
    description: "The Message-ID header, with or without angle brackets",
    examples: ["<20260301.1234@mail.example.com>"],
  }),
  since: timestampInput.optional().meta({ description: "Only messages at or after this time" }),
  until: timestampInput.optional().meta({ description: "Only messages before this time" }),
  status: mailEventKind.optional().meta({ description: "Only messages whose latest step is of this kind" }),
  kind: mailEventKind.optional().meta({ description: "Only messages with such a step, also an earlier one" }),
  ...pageQuery.shape,
});
export type MailMessageQuery = z.infer<typeof mailMessageQuery>;

const mailUse = {
  usedBytes: z.int().meta({ description: "The most that was stored on that day" }),
  messagesIn: z.int(),
  messagesOut: z.int().meta({ description: "Messages sent; one to several recipients counts once" }),
};
const mailUsageDay = z.object({ day: z.iso.date(), ...mailUse }).meta({ id: "MailUsageDay" });
export type MailUsageDay = z.infer<typeof mailUsageDay>;

/** `strangers`: forwarded mail and automatic replies, which mail from outside causes. */
export const mailSendingCause = z.enum(["own", "strangers"]);
export type MailSendingCause = z.infer<typeof mailSendingCause>;
/** `source`: an account, or an alias that forwards. */
export const mailSendingScope = z.enum(["source", "domain", "workspace"]);
export type MailSendingScope = z.infer<typeof mailSendingScope>;

const sendingCount = z.object({
  recipients: z.int().meta({ description: "In the last 60 minutes" }),
  limit: z.int().meta({ description: "The most in 60 minutes" }),
});
const sendingCounts = z
  .object({
    own: sendingCount.meta({ description: "Recipients of messages that accounts have sent" }),
    strangers: sendingCount.meta({
      description: "Recipients of forwarded mail and of automatic replies, which are counted apart",
    }),
  })
  .meta({ id: "MailSendingCounts" });
export type MailSendingCounts = z.infer<typeof sendingCounts>;

export const mailUsage = z
  .object({
    sending: z
      .object({ domain: sendingCounts, workspace: sendingCounts })
      .meta({ description: "The recipients of the last 60 minutes, next to their limits" }),
    days: z.array(mailUsageDay).meta({ description: "The whole domain per day (UTC), oldest first" }),
    accounts: z.array(
      z.object({
        accountId: typeId("mac", "ID of the account"),
        fullAddress: z.string(),
        usedBytes: z.int().meta({ description: "What is stored now" }),
        messagesIn: z.int().meta({ description: "In the whole period" }),
        messagesOut: z.int().meta({ description: "In the whole period" }),
        lastLoginAt: timestamp.nullable(),
        days: z.array(mailUsageDay),
        sending: sendingCounts,
      }),
    ),
  })
  .meta({ id: "MailUsage" });
export type MailUsage = z.infer<typeof mailUsage>;

export const mailUsageQuery = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(30)
    .meta({ description: "The number of days up to today, at most 90" }),
});
export type MailUsageQuery = z.infer<typeof mailUsageQuery>;
