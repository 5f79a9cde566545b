import type { PollSubject } from "@zonepost/epp";
import type postgres from "postgres";

type Queryable = postgres.Sql | postgres.TransactionSql;

export interface StoredMessage {
  id: string;
  queuedAt: Date;
  text: string;
  subject?: PollSubject;
}

export async function queueMessage(
  sql: Queryable,
  message: { registrar: string; queuedAt: Date; text: string; subject?: PollSubject },
): Promise<void> {
  const { registrar, queuedAt, text, subject } = message;
  await sql`
    insert into registry.poll_messages (registrar, queued_at, text, subject)
    values (${registrar}, ${queuedAt}, ${text}, ${subject ? sql.json(JSON.parse(JSON.stringify(subject))) : null})`;
}

/** How many messages wait for a registrar, and the oldest of them. */
export async function oldestMessage(
  sql: Queryable,
  registrar: string,
): Promise<{ count: number; message: StoredMessage } | undefined> {
  const [row] = await sql<
    { id: string; queued_at: Date; text: string; subject: PollSubject | null; count: string }[]
  >`
    select id, queued_at, text, subject, count(*) over () as count
    from registry.poll_messages where registrar = ${registrar} order by id limit 1`;
  if (!row) return undefined;
  const message: StoredMessage = { id: row.id, queuedAt: row.queued_at, text: row.text };
  if (row.subject) message.subject = withDates(row.subject);
  return { count: Number(row.count), message };
}

/** Returns whether the message was there. */
export async function removeMessage(sql: Queryable, registrar: string, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  const removed = await sql`
    delete from registry.poll_messages where registrar = ${registrar} and id = ${id} returning id`;
  return removed.length > 0;
}

function withDates(subject: PollSubject): PollSubject {
  const revive = (key: string, value: unknown) =>
    typeof value === "string" && key.endsWith("At") ? new Date(value) : value;
  return JSON.parse(JSON.stringify(subject), revive) as PollSubject;
}
