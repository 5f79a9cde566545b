import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";
import type postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { OutgoingMessage } from "./sink.ts";

/**
 * Stores a message in the sandbox's outbox, one entry for each recipient, and as a file with its envelope as
 * Return-Path and Delivered-To.
 */
export async function storeOutgoing(
  { sql, folder }: { sql: postgres.Sql; folder: string },
  { from, to, raw }: OutgoingMessage,
): Promise<void> {
  const parsed = await PostalMime.parse(raw);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const recipient of to) {
    const id = uuidv7();
    const envelope = `Return-Path: <${from}>\r\nDelivered-To: ${recipient}\r\n`;
    await writeFile(path.join(folder, `${id}.eml`), Buffer.concat([Buffer.from(envelope), raw]), {
      mode: 0o600,
    });
    await sql`
      insert into sandbox_outbox (id, kind, to_address, subject, text, html, sent_at)
      select ${id}, 'message', ${recipient}, ${withoutZeroes(parsed.subject)}, ${withoutZeroes(parsed.text)},
        ${withoutZeroes(parsed.html)},
        now() + coalesce((select offset_ms from business_clock), 0) * interval '1 millisecond'`;
  }
}

/** PostgreSQL stores no zero characters. */
const withoutZeroes = (text = "") => text.replaceAll("\0", "");
