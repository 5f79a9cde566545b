import { timingSafeEqual } from "node:crypto";
import { invitations, users, workspaces } from "@zonepost/db";
import type { InvitationForHolder } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import { type AppError, notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { invitationAccepted, invitationCancelled, invitationExpired } from "../errors.ts";
import { hashToken } from "../model/link-token.ts";
import { invitationStatusOf } from "../policy.ts";
import { type InvitationRow, invitationFields, shownExpiry, type Times } from "./list-invitations.ts";

const closedErrors = {
  accepted: invitationAccepted,
  cancelled: invitationCancelled,
  expired: invitationExpired,
} as const satisfies Record<string, () => AppError>;

export type HeldInvitation = InvitationRow & { workspaceName: string };

/**
 * Finds the invitation of a link. A wrong secret gets the same 404 as an unknown id; only a holder of the link learns
 * that an invitation has ended.
 */
export async function requireHeldInvitation(
  db: Queryable,
  link: { id: string; token: string },
  wallNow: Date,
): Promise<HeldInvitation> {
  const id = rowId("inv", link.id);
  if (!id) {
    throw notFound();
  }
  const [row] = await db
    .select({ ...invitationFields, workspaceName: workspaces.name })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .where(eq(invitations.id, id));
  const offered = Buffer.from(hashToken(link.token));
  const expected = Buffer.from(row?.tokenHash ?? hashToken(""));
  if (!row || offered.length !== expected.length || !timingSafeEqual(offered, expected)) {
    throw notFound();
  }
  const status = invitationStatusOf(row, wallNow);
  if (status !== "pending") {
    throw closedErrors[status]();
  }
  return row;
}

/** Ignores upper and lower case. */
export async function findPersonByAddress(db: Queryable, email: string) {
  const [person] = await db.select().from(users).where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return person;
}

export async function readInvitation(
  deps: { db: Queryable; clock: Clock },
  link: { id: string; token: string },
): Promise<InvitationForHolder> {
  const times: Times = { now: await deps.clock.now(), wallNow: deps.clock.wallNow() };
  const row = await requireHeldInvitation(deps.db, link, times.wallNow);
  const person = await findPersonByAddress(deps.db, row.email);
  return {
    email: row.email,
    workspaceName: row.workspaceName,
    invitedBy: row.invitedBy,
    role: row.role,
    domainNames: row.domainNames,
    expiresAt: shownExpiry(row, times),
    status: "pending",
    hasAccount: person !== undefined,
  };
}
