import type { PollSubject, ServerChange } from "@zonepost/epp";
import type { Notice } from "../rules/domain.ts";
import { type Queryable, toJson, withDates } from "./json.ts";

export type StoredMessage = {
  id: string;
  queuedAt: Date;
  text: string;
  subject?: PollSubject;
  change?: ServerChange;
};

/** Queues messages. Those with the same date keep their order. */
export async function queueMessages(sql: Queryable, notices: readonly Notice[]): Promise<void> {
  for (const { registrar, queuedAt, text, subject, change } of notices) {
    await sql`
      insert into registry.poll_messages (registrar, queued_at, text, subject, change)
      values (${registrar}, ${queuedAt}, ${text}, ${subject ? toJson(sql, subject) : null},
        ${change ? toJson(sql, change) : null})`;
  }
}

/** The number of messages in a registrar's queue, and the oldest one. */
export async function oldestMessage(
  sql: Queryable,
  registrar: string,
): Promise<{ count: number; message: StoredMessage } | undefined> {
  const [row] = await sql<
    {
      id: string;
      queued_at: Date;
      text: string;
      subject: PollSubject | null;
      change: ServerChange | null;
      count: string;
    }[]
  >`
    select id, queued_at, text, subject, change,
      (select count(*) from registry.poll_messages where registrar = ${registrar}) as count
    from registry.poll_messages where registrar = ${registrar} order by queued_at, id limit 1`;
  if (!row) {
    return undefined;
  }
  const message: StoredMessage = { id: row.id, queuedAt: row.queued_at, text: row.text };
  if (row.subject) {
    message.subject = withDates(row.subject);
  }
  if (row.change) {
    message.change = withDates(row.change);
  }
  return { count: Number(row.count), message };
}

export async function oldestQueuedAt(sql: Queryable, registrar: string): Promise<Date | undefined> {
  const [row] = await sql<{ queued_at: Date }[]>`
    select queued_at from registry.poll_messages where registrar = ${registrar}
    order by queued_at, id limit 1`;
  return row?.queued_at;
}

/** Returns false if the message isn't in the queue. */
export async function removeMessage(sql: Queryable, registrar: string, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) {
    return false;
  }
  const removed = await sql`
    delete from registry.poll_messages where registrar = ${registrar} and id = ${id} returning id`;
  return removed.length > 0;
}
