import postgres from "postgres";
import type { Sent } from "./send.ts";

/** Writes a row per attempt, all that are waiting in one statement. Resolves when the row is durable. */
export function createAttemptLog(sql: postgres.Sql) {
  let waiting: { sent: Sent; settle: PromiseWithResolvers<void> }[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await sql`insert into attempts ${sql(batch.map(({ sent }) => rowOf(sent)))}`;
        for (const { settle } of batch) {
          settle.resolve();
        }
      } catch (error) {
        for (const { settle } of batch) {
          settle.reject(error);
        }
      }
    }
    isWriting = false;
  }

  return (sent: Sent): Promise<void> => {
    const settle = Promise.withResolvers<void>();
    waiting.push({ sent, settle });
    if (!isWriting) {
      void write();
    }
    return settle.promise;
  };
}

const rowOf = ({ id, statusCode, durationMs }: Sent) => ({
  id,
  attempt: 1,
  status_code: statusCode,
  duration_ms: durationMs,
});

export const createAttemptsTable = `create table attempts (
  id text not null, attempt int not null, status_code int not null, duration_ms int not null,
  attempted_at timestamptz not null default now(), primary key (id, attempt))`;

export const connect = (max: number) => postgres(process.env.DATABASE_URL ?? "", { max, onnotice: () => {} });
