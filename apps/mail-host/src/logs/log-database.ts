import { connectDatabase, type DatabaseTarget } from "@zonepost/mail-config";
import postgres from "postgres";
import type { EventRow, HostedDomain } from "./rows-of-event.ts";
import type { MailboxUse } from "./use-reporter.ts";

export type Login = { address: string; at: string };

export type LogDatabase = {
  readDomains(names: readonly string[]): Promise<HostedDomain[]>;
  /** Stores each row once, and counts only what it stores. */
  storeEvents(host: string, rows: readonly EventRow[]): Promise<void>;
  storeLogins(logins: readonly Login[]): Promise<void>;
  storeUse(uses: readonly MailboxUse[]): Promise<void>;
  close(): Promise<void>;
};

export function connectLogDatabase(target: DatabaseTarget): LogDatabase {
  const sql = connectDatabase(target, {
    max: 1,
    connect_timeout: 5,
    transform: postgres.camel,
    connection: { application_name: "zonepost-mail-logs", statement_timeout: 30_000, TimeZone: "UTC" },
  });
  return {
    readDomains: (names) =>
      sql<HostedDomain[]>`
        select id, workspace_id, name from mail_host.current_domains where name in (
          select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`,
    async storeEvents(host, rows) {
      await sql`select mail_host.store_log_events(${host}, ${JSON.stringify(rows)}::text::jsonb)`;
    },
    async storeLogins(logins) {
      await sql`select mail_host.store_logins(${JSON.stringify(logins)}::text::jsonb)`;
    },
    async storeUse(uses) {
      await sql`select mail_host.store_use(${JSON.stringify(uses)}::text::jsonb)`;
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
