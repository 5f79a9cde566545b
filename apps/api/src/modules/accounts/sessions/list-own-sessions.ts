import { sessions } from "@zonepost/db";
import type { OwnSession } from "@zonepost/schema";
import { and, desc, eq, gt } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { sessionMaxAgeSeconds } from "./session-cookie.ts";

const maxShown = 50;

/**
 * The current session, then the person's other usable ones, most recently used first, including those awaiting a second
 * factor.
 */
export async function listOwnSessions(ctx: PersonCtx): Promise<OwnSession[]> {
  const now = ctx.clock.wallNow();
  const oldest = new Date(now.getTime() - sessionMaxAgeSeconds * 1000);
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.userId, ctx.actor.userId), gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest)),
    )
    .orderBy(desc(eq(sessions.id, ctx.actor.sessionId)), desc(sessions.updatedAt), desc(sessions.id))
    .limit(maxShown);
  return rows.map((row) => ({
    id: publicId("ses", row.id),
    isCurrent: row.id === ctx.actor.sessionId,
    signedInBy: row.signedInBy,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}
