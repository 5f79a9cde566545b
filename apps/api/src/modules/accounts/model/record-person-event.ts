import type { Db, Transaction } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";

export type Origin = { requestId: string | null; ipAddress: string | null; userAgent?: string | null };

export type PersonEvent = {
  user: { id: string; email: string };
  /** Such as `session.signed_in` or `password.changed`. */
  action: string;
  details?: Record<string, unknown>;
};

/**
 * Records a person's action on their own account in every workspace they belong to, because its owners are responsible
 * for access. `occurredAt` is business time, read before a transaction starts.
 */
export async function recordPersonEvent(
  db: Db | Transaction,
  origin: Origin,
  event: PersonEvent,
  occurredAt: Date,
): Promise<void> {
  await db.execute(personEventInsert(origin, event, occurredAt));
}

/** The statement that records the event, for a larger statement to include; it ends in its condition. */
export function personEventInsert(origin: Origin, event: PersonEvent, occurredAt: Date): SQL {
  const actor = { kind: "user", id: event.user.id, name: event.user.email };
  return sql`
    insert into audit_entries
      (id, workspace_id, action, actor, target, details, request_id, ip_address, user_agent, occurred_at)
    select uuidv7(), m.workspace_id, ${event.action}::text, ${JSON.stringify(actor)}::jsonb, ${event.user.email}::text,
      ${JSON.stringify(event.details ?? {})}::jsonb, ${origin.requestId}::text, ${origin.ipAddress}::text,
      ${origin.userAgent ?? null}::text, ${occurredAt.toISOString()}::timestamptz
    from members m where m.user_id = ${event.user.id}::uuid`;
}

/**
 * Records a refused sign-in in one statement of the same cost for known and unknown addresses, so that timing doesn't
 * reveal accounts. For an unknown address, the entry belongs to no workspace.
 */
export async function recordSignInFailure(
  deps: { db: Db; clock: Clock },
  origin: Origin,
  attempt: { email: string; by: string },
): Promise<void> {
  const occurredAt = await deps.clock.now();
  const email = attempt.email.toLowerCase();
  await deps.db.execute(sql`
    insert into audit_entries
      (id, workspace_id, action, actor, target, details, request_id, ip_address, user_agent, occurred_at)
    select uuidv7(), seat.workspace_id, 'session.sign_in_failed',
      '{"kind": "system", "id": null, "name": "sign-in"}'::jsonb, ${email}::text,
      ${JSON.stringify({ by: attempt.by })}::jsonb, ${origin.requestId}::text, ${origin.ipAddress}::text,
      ${origin.userAgent ?? null}::text, ${occurredAt.toISOString()}::timestamptz
    from (values (1)) as one (row)
    left join users u on lower(u.email) = ${email}
    left join members seat on seat.user_id = u.id`);
}
