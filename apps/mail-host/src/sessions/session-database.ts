import { connectDatabase, type DatabaseTarget } from "@zonepost/mail-config";
import type { SignInRight } from "./sign-in-line.ts";

/** A row of mail_connections that is new, or whose program is. */
export type ReportedSession = Partial<SignInRight> & {
  id: string;
  process: string;
  address: string;
  protocol: string;
  ipAddress: string;
  since: Date;
  program: string | null;
};

export type SessionDatabase = {
  /** The processes of the sessions that the host reported before. */
  readReported(host: string): Promise<string[]>;
  /** Stores the changes, and returns the processes of the sessions whose right is gone. */
  report(host: string, opened: readonly ReportedSession[], closed: readonly string[]): Promise<string[]>;
  /** Calls `wake` for each notice of a change, and after each connection, because notices may have been lost before. */
  listen(wake: () => void): Promise<void>;
  close(): Promise<void>;
};

export function connectSessionDatabase(target: DatabaseTarget): SessionDatabase {
  const sql = connectDatabase(target, {
    max: 1,
    connect_timeout: 5,
    connection: { application_name: "zonepost-mail-sessions", statement_timeout: 30_000, TimeZone: "UTC" },
  });
  return {
    async readReported(host) {
      const rows = await sql<{ process: string }[]>`
        select process from mail_host.connections where host = ${host}`;
      return rows.map(({ process }) => process);
    },
    async report(host, opened, closed) {
      const rows = await sql<{ process: string }[]>`
        select process from mail_host.report_connections(
          ${host}, ${JSON.stringify(opened)}::text::jsonb, ${JSON.stringify(closed)}::text::jsonb) as process`;
      return rows.map(({ process }) => process);
    },
    async listen(wake) {
      await sql.listen("zonepost_mail_hosts", wake, wake);
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
