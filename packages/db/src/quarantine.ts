import type postgres from "postgres";

/** A restored installation: until its release, it sends nothing and lets only operators in. */
export type Quarantine = {
  id: string;
  /** ISO times, as the others. */
  since: string;
  /** null if it isn't known, as for a database that another tool restored. */
  backupTakenAt: string | null;
  /** null for the end of the backup. */
  restoredTo: string | null;
};

type Client = postgres.Sql | postgres.TransactionSql;

const key = "quarantine";

/** The quarantine that this database is in; null for none. Throws if that can't be read, and then it may be in one. */
export async function readQuarantine(sql: Client): Promise<Quarantine | null> {
  const [row] = await sql<{ value: Quarantine }[]>`select value from public.installation where key = ${key}`;
  return row?.value ?? null;
}

/**
 * Puts a restored database in quarantine, in one transaction. Sessions, trusted browsers, sign-in links and links of
 * emails are deleted and open invitations cancelled, because nothing in a backup says which of them ended after it. A
 * database that is in quarantine already stays in that one: what happened since the older backup is still to be taken over.
 */
export async function startQuarantine(
  sql: postgres.Sql,
  { backupTakenAt, restoredTo }: Pick<Quarantine, "backupTakenAt" | "restoredTo">,
): Promise<Quarantine> {
  return sql.begin(async (tx) => {
    await tx`
      insert into public.installation (key, value)
      values (${key}, jsonb_build_object(
        'id', uuidv7(), 'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'backupTakenAt', ${backupTakenAt}::text, 'restoredTo', ${restoredTo}::text))
      on conflict (key) do nothing`;
    const quarantine = await readQuarantine(tx);
    if (quarantine === null) {
      throw new Error("the quarantine wasn't stored");
    }
    await tx`delete from public.sessions`;
    await tx`delete from public.trusted_devices`;
    await tx`delete from public.verifications`;
    await tx`delete from public.person_tokens`;
    await cancelInvitations(tx, quarantine.id);
    return quarantine;
  }) as Promise<Quarantine>;
}

/** The audit entries tell these from invitations that a person cancelled. */
const cancelInvitations = (tx: postgres.TransactionSql, quarantineId: string) => tx`
  with cancelled as (
    update public.invitations set cancelled_at = now()
    where accepted_at is null and cancelled_at is null
    returning workspace_id, email, role)
  insert into public.audit_entries (id, workspace_id, action, actor, target, details, occurred_at)
  select uuidv7(), workspace_id, 'invitation.cancelled',
    jsonb_build_object('kind', 'system', 'id', null, 'name', 'restore'), email,
    jsonb_build_object('role', role, 'quarantineId', ${quarantineId}::text), now()
  from cancelled`;
