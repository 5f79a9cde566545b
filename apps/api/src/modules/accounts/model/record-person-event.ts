import type { Db, Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";

/** The origin of a request; both a verb's `ctx` and a route's request satisfy it. */
export type Origin = { requestId: string | null; ipAddress: string | null; userAgent?: string | null };

type PersonEvent = {
  user: { id: string; email: string };
  /** Such as `session.signed_in` or `password.changed`. */
  action: string;
  details?: Record<string, unknown>;
};

/**
 * Writes what a person did about their own account, for every workspace that they are in: its owners answer for who
 * comes and goes. `occurredAt` is business time, asked before a transaction is opened.
 */
export async function recordPersonEvent(
  db: Db | Transaction,
  origin: Origin,
  event: PersonEvent,
  occurredAt: Date,
): Promise<void> {
  const actor = { kind: "user", id: event.user.id, name: event.user.email };
  await db.execute(sql`
    insert into audit_entries
      (id, workspace_id, action, actor, target, details, request_id, ip_address, user_agent, occurred_at)
    select uuidv7(), m.workspace_id, ${event.action}::text, ${JSON.stringify(actor)}::jsonb, ${event.user.email}::text,
      ${JSON.stringify(event.details ?? {})}::jsonb, ${origin.requestId}::text, ${origin.ipAddress}::text,
      ${origin.userAgent ?? null}::text, ${occurredAt.toISOString()}::timestamptz
    from members m where m.user_id = ${event.user.id}::uuid`);
}

/**
 * A sign-in that was refused. Known address or not, it is one statement of the same cost: what it takes must not tell
 * whether there is such a person. The entry of a stranger belongs to no workspace.
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
