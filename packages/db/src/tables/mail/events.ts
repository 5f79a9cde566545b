import type { MailEventKind } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";

/**
 * The steps of messages, from the logs of the mail hosts, without any content. Partitioned by range of the UUIDv7 id
 * (see the migration). A step of two mail domains has a row for each.
 */
export const mailEvents = pgTable(
  "mail_events",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id").notNull(),
    mailDomainId: uuid("mail_domain_id").notNull(),
    host: text("host").notNull(),
    /** Groups the steps of one message on one host; empty for a message refused before it was queued. */
    queueId: text("queue_id").notNull(),
    /** The Message-ID header, which also links a message to its forwarded copy. */
    messageId: text("message_id").notNull().default(""),
    kind: text("kind").$type<MailEventKind>().notNull(),
    sender: text("sender").notNull(),
    recipient: text("recipient").notNull(),
    /** The address that the sender used, if an alias or a forwarding replaced it. */
    originalRecipient: text("original_recipient"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    /** The next host, such as `mx.example.com`. */
    relay: text("relay"),
    /** The reply or the reason, as the server gave it. */
    detail: text("detail").notNull().default(""),
    /** `TLSv1.3 verified` (as Postfix says of the certificate) or `none`; null if the log doesn't tell. */
    tls: text("tls"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    index("mail_events_sender_index").on(table.mailDomainId, table.sender, table.id),
    index("mail_events_recipient_index").on(table.mailDomainId, table.recipient, table.id),
    index("mail_events_original_index")
      .on(table.mailDomainId, table.originalRecipient, table.id)
      .where(sql`${table.originalRecipient} is not null`),
    index("mail_events_message_index").on(table.mailDomainId, table.messageId, table.id),
    index("mail_events_domain_index").on(table.mailDomainId, table.id),
    index("mail_events_queue_index").on(table.mailDomainId, table.host, table.queueId),
  ],
);
