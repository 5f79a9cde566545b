import type postgres from "postgres";

/** A command whose response was 1001. */
export type PendingCommand = {
  registrar: string;
  /** The original frame. */
  xml: string;
  clTRID: string | null;
  svTRID: string;
  /** Null: only on request. */
  dueAt: Date | null;
};

export async function keepPending(sql: postgres.Sql, command: PendingCommand): Promise<void> {
  const { registrar, xml, clTRID, svTRID, dueAt } = command;
  await sql`
    insert into registry.pending_commands (registrar, xml, cl_trid, sv_trid, due_at)
    values (${registrar}, ${xml}, ${clTRID}, ${svTRID}, ${dueAt})`;
}

/** Takes the next command that is due (or any, without a time) and locks it. */
export async function takePending(
  sql: postgres.Sql,
  until: Date | undefined,
): Promise<PendingCommand | undefined> {
  const [row] = await sql<PendingCommand[]>`
    delete from registry.pending_commands where id = (
      select id from registry.pending_commands
      where ${until ? sql`due_at <= ${until}` : sql`true`}
      order by due_at, id limit 1 for update skip locked
    )
    returning registrar, xml, cl_trid as "clTRID", sv_trid as "svTRID", due_at as "dueAt"`;
  return row;
}
