import type postgres from "postgres";

/**
 * Trouble on command, for trying out what a client does then. `slow` waits, `drop_before` closes the line
 * instead of carrying the command out, `drop_after_write` carries it out and closes the line instead of
 * answering, `answer` gives a result code without carrying it out.
 */
export interface Trouble {
  kind: "slow" | "drop_before" | "drop_after_write" | "answer";
  /** The EPP command that it strikes, such as `domain:update`; any when left out, but for a login. */
  command?: string;
  /** For `answer` */
  code?: number;
  /** For `slow` */
  delayMs?: number;
  /** How many commands it strikes: 1 */
  times?: number;
}

export async function causeTrouble(sql: postgres.Sql, trouble: Trouble): Promise<void> {
  const { kind, command = null, code = null, delayMs = null, times = 1 } = trouble;
  await sql`
    insert into registry.trouble (kind, command, code, delay_ms, times)
    values (${kind}, ${command}, ${code}, ${delayMs}, ${times})`;
}

/** Takes the next trouble that awaits a command. `drop_after_write` waits for one that changes something. */
export async function takeTrouble(
  sql: postgres.Sql,
  command: string,
  changes: boolean,
): Promise<Trouble | undefined> {
  const named = command === "login" || command === "logout";
  const [row] = await sql<{ kind: Trouble["kind"]; code: number | null; delay_ms: number | null }[]>`
    update registry.trouble set times = times - 1
    where id = (
      select id from registry.trouble
      where times > 0
        and (command = ${command} or (command is null and not ${named}))
        and (kind <> 'drop_after_write' or ${changes})
      order by id limit 1 for update skip locked
    )
    returning kind, code, delay_ms`;
  if (!row) return undefined;
  return {
    kind: row.kind,
    ...(row.code !== null && { code: row.code }),
    ...(row.delay_ms !== null && { delayMs: row.delay_ms }),
  };
}
