import type postgres from "postgres";

/**
 * Failures on demand, to test a client. `slow` waits. `drop_before` closes the connection before the command is
 * executed, `drop_after_write` after it is executed but before the response. `answer` responds with a result code
 * without executing the command. `pending` responds with 1001 and executes it later.
 */
export type Fault = {
  kind: "slow" | "drop_before" | "drop_after_write" | "answer" | "pending";
  /** The affected EPP command, such as `domain:update`. Default: any except a login. */
  command?: string;
  /** For `answer` */
  code?: number;
  /** For `slow`, and for `pending` by the business clock. Without it, a pending command waits for `settlePending`. */
  delayMs?: number;
  /** The number of affected commands. Default: 1. */
  times?: number;
};

export async function injectFault(sql: postgres.Sql, fault: Fault): Promise<void> {
  const { kind, command = null, code = null, delayMs = null, times = 1 } = fault;
  await sql`
    insert into registry.trouble (kind, command, code, delay_ms, times)
    values (${kind}, ${command}, ${code}, ${delayMs}, ${times})`;
}

/** Checks in one query whether faults or pending commands exist, since there are rarely any. */
export async function findPendingWork(
  sql: postgres.Sql,
  now: Date,
): Promise<{ hasFault: boolean; hasPending: boolean }> {
  const [row] = await sql<{ hasFault: boolean; hasPending: boolean }[]>`
    select exists (select from registry.trouble where times > 0) as "hasFault",
      exists (select from registry.pending_commands where due_at <= ${now}) as "hasPending"`;
  return row ?? { hasFault: false, hasPending: false };
}

/** Takes the next fault for a command. Some kinds only affect commands that change something. */
export async function takeFault(
  sql: postgres.Sql,
  command: string,
  changes: boolean,
): Promise<Fault | undefined> {
  const named = command === "login" || command === "logout";
  const [row] = await sql<{ kind: Fault["kind"]; code: number | null; delay_ms: string | null }[]>`
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
