import { erasures, operators, outgoingEmails, users } from "@zonepost/db";
import { and, eq, lt, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { erasedName } from "../../../kernel/erasure/erasure-rule.ts";
import { newId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { cancelInvitationsBeyond } from "../members/cancel-invitations-beyond.ts";
import { lockPerson } from "../model/lock-person.ts";
import { lockWorkspace } from "../model/lock-workspace.ts";
import { deletePersonTokens } from "../sessions/end-sessions.ts";
import { accountDeletedEmail } from "./erasure-email.ts";
import { ownedAlone } from "./erasure-policy.ts";
import type { ErasurePorts } from "./erasure-ports.ts";
import { readSeats } from "./read-seats.ts";

export type ErasureRefusal =
  | { refused: "operator" }
  | { refused: "sole_owner"; workspaces: { workspaceId: string; name: string }[] };

/** Why a person can't be erased now; undefined if they can. */
export async function findPersonRefusal(
  db: Parameters<typeof readSeats>[0],
  userId: string,
): Promise<ErasureRefusal | undefined> {
  if ((await db.$count(operators, eq(operators.userId, userId))) > 0) {
    return { refused: "operator" };
  }
  const alone = ownedAlone(await readSeats(db, userId));
  return alone.length > 0
    ? { refused: "sole_owner", workspaces: alone.map(({ workspaceId, name }) => ({ workspaceId, name })) }
    : undefined;
}

/** The addresses under which a person acted, in lower case. One that is another person's by now isn't theirs. */
export async function readAddresses(db: Ctx["db"], person: { id: string; email: string }): Promise<string[]> {
  const rows = await db.execute<{ address: string }>(sql`
    select distinct lower(actor ->> 'name') as address from audit_entries
    where actor ->> 'id' = ${person.id} and actor ->> 'kind' = 'user'
      and not exists (select from users where lower(email) = lower(actor ->> 'name') and id <> ${person.id}::uuid)`);
  const former = rows.map(({ address }) => address).filter((address) => address.includes("@"));
  return [...new Set([person.email.toLowerCase(), ...former])];
}

/**
 * Ends a person's access in one transaction: their account is gone, with its sessions, sign-in methods and memberships, and
 * the address is free. What others still show of them is made anonymous afterward, by `continueErasure`.
 */
export async function startPersonErasure(
  ctx: Ctx & ErasurePorts,
  userId: string,
  requestedBy: "person" | "operator",
): Promise<ErasureRefusal | "not_due" | { erasureId: string }> {
  const [found] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!found) {
    return "not_due";
  }
  const addresses = await readAddresses(ctx.db, found);
  const now = await ctx.clock.now();
  const id = newId();
  return ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    // Undone, put off or done meanwhile.
    if (requestedBy === "person" && (person.deletesAt === null || person.deletesAt > now)) {
      return "not_due";
    }
    const seats = await readSeats(tx, userId);
    for (const { workspaceId } of seats) {
      await lockWorkspace(tx, workspaceId);
    }
    const refusal = await findPersonRefusal(tx, userId);
    if (refusal) {
      return refusal;
    }
    await tx.insert(erasures).values({
      id,
      subject: "person",
      subjectId: userId,
      addresses,
      requestedBy,
      nextStepAt: now,
      startedAt: now,
    });
    for (const seat of seats) {
      await cancelInvitationsBeyond(tx, ctx, { ...seat, role: null }, now);
      await audit(tx, ctx, {
        workspaceId: seat.workspaceId,
        action: "member.left",
        actor: { kind: "user", id, name: erasedName.user },
        target: erasedName.user,
        details: { role: seat.role, reason: "account_deleted" },
        occurredAt: now,
      });
    }
    await deletePersonTokens(tx, person);
    await tx
      .delete(outgoingEmails)
      .where(
        and(
          sql`lower(${outgoingEmails.toAddress}) = any (${sql.param(addresses)}::text[])`,
          lt(outgoingEmails.createdAt, now),
        ),
      );
    // Sessions, sign-in methods, memberships and the rest refer to it, and go with it.
    await tx.delete(users).where(eq(users.id, userId));
    const email = accountDeletedEmail({ at: now });
    await enqueueEmail(tx, ctx, { ...email, to: person.email, language: person.language }, now);
    return { erasureId: id };
  });
}
