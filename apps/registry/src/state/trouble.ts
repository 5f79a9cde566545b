import type postgres from "postgres";

/**
 * Trouble on command, for trying out what a client does then. `slow` waits, `drop_before` closes the line
 * instead of carrying the command out, `drop_after_write` carries it out and closes the line instead of
 * answering, `answer` gives a result code without carrying it out, `pending` answers 1001 and carries it out later.
 */
export type Trouble = {
  kind: "slow" | "drop_before" | "drop_after_write" | "answer" | "pending";
  /** The EPP command that it strikes, such as `domain:update`; any when left out, but for a login. */
  command?: string;
  /** For `answer` */
  code?: number;
  /** For `slow`; for `pending` by the business clock, and without it the command waits for `settlePending`. */
  delayMs?: number;
  /** How many commands it strikes: 1 */
  times?: number;
};

export async function causeTrouble(sql: postgres.Sql, trouble: Trouble): Promise<void> {
  const { kind, command = null, code = null, delayMs = null, times = 1 } = trouble;
  await sql`
    insert into registry.trouble (kind, command, code, delay_ms, times)
    values (${kind}, ${command}, ${code}, ${delayMs}, ${times})`;
}

/** What there is to do before a command: asked in one query, since there is hardly ever anything. */
export async function whatAwaits(
  sql: postgres.Sql,
  now: Date,
): Promise<{ hasTrouble: boolean; hasPending: boolean }> {
  const [row] = await sql<{ hasTrouble: boolean; hasPending: boolean }[]>`
    select exists (select from registry.trouble where times > 0) as "hasTrouble",
      exists (select from registry.pending_commands where due_at <= ${now}) as "hasPending"`;
  return row ?? { hasTrouble: false, hasPending: false };
}

/** Takes the next trouble that awaits a command. Some kinds wait for one that changes something. */
export async function takeTrouble(
  sql: postgres.Sql,
  command: string,
  changes: boolean,
): Promise<Trouble | undefined> {
  const named = command === "login" || command === "logout";
  const [row] = await sql<{ kind: Trouble["kind"]; code: number | null; delay_ms: string | null }[]>`
    update registry.trouble set times = times - 1
    where id = (
      select id from registry.trouble
      where times > 0
        and (command = ${command} or (command is null and not ${named}))
        and (kind not in ('drop_after_write', 'pending') or ${changes})
      order by id limit 1 for update skip locked
    )
    returning kind, code, delay_ms`;
  if (!row) {
    return undefined;
  }
  return {
    kind: row.kind,
    ...(row.code !== null && { code: row.code }),
    ...(row.delay_ms !== null && { delayMs: Number(row.delay_ms) }),
  };
}
