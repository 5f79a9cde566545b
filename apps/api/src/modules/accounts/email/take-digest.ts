import { digestNotices, members, type Transaction, users } from "@zonepost/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { UserActor } from "../../../kernel/actor.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { nextDigestAt } from "./digest-time.ts";
import { choiceOf, type Seat, seesAll, takesDigests } from "./email-topics.ts";
import { seatColumns } from "./read-seats-for-email.ts";

export const dueDigests: DueRows = {
  table: members,
  id: members.id,
  workspaceId: members.workspaceId,
  dueAt: members.digestAt,
};

export type DigestNotice = Pick<typeof digestNotices.$inferSelect, "id" | "texts" | "occurredAt">;

const select = (db: Queryable, seatId: string) =>
  db
    .select({ ...seatColumns, digestAt: members.digestAt })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.id, seatId));

/** The person whose digest this is, with their present rights and choices; undefined if they have left. */
export async function findDigestReader(
  db: Queryable,
  seatId: string,
): Promise<{ actor: UserActor; seat: Seat } | undefined> {
  const [row] = await select(db, seatId);
  if (!row) {
    return undefined;
  }
  const { userId, email, workspaceId, role, domainNames, choices } = row;
  const confirmedAt = new Date(0);
  return {
    actor: { kind: "user", userId, sessionId: "", email, workspaceId, role, domainNames, confirmedAt },
    seat: { role, domainNames, choices },
  };
}

/**
 * Takes what waits for a digest, and sets the time of the next one. Undefined if it isn't due any more, or if the person's
 * rights or choices are no longer those of `expected`, which leaves it due.
 */
export async function takeDigest(
  tx: Transaction,
  seatId: string,
  expected: Seat,
  now: Date,
): Promise<{ notices: DigestNotice[] } | undefined> {
  const [seat] = await select(tx, seatId).for("no key update", { of: members });
  if (!seat?.digestAt || seat.digestAt > now || !isSame(seat, expected)) {
    return undefined;
  }
  const isTheirs = and(
    eq(digestNotices.userId, seat.userId),
    eq(digestNotices.workspaceId, seat.workspaceId),
  );
  const rows = await tx
    .select()
    .from(digestNotices)
    .where(isTheirs)
    .orderBy(asc(digestNotices.id))
    .for("update");
  await tx.delete(digestNotices).where(
    inArray(
      digestNotices.id,
      rows.map(({ id }) => id),
    ),
  );
  await tx
    .update(members)
    .set({ digestAt: takesDigests(seat) ? nextDigestAt(now) : null })
    .where(eq(members.id, seatId));
  return {
    notices: rows.filter(
      ({ topic, domainNames }) => choiceOf(seat, topic) !== "none" && seesAll(seat, domainNames),
    ),
  };
}

const isSame = (one: Seat, other: Seat): boolean =>
  [one, other]
    .map(({ role, domainNames, choices }) =>
      JSON.stringify([role, domainNames, Object.entries(choices).toSorted()]),
    )
    .every((text, _, [first]) => text === first);
