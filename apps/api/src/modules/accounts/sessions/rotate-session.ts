import { randomBytes } from "node:crypto";
import { type Db, sessions, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { type SessionCookie, sessionLifetimeSeconds } from "../model/session-cookie.ts";

/**
 * Gives a session a new token when its person proved who they are; the old one is dead at once (fixation). Returns the
 * cookie to send.
 */
export async function rotateSession(
  db: Db | Transaction,
  cookie: SessionCookie,
  sessionId: string,
  proven: { confirmedAt: Date; secondFactorAt?: Date },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db
    .update(sessions)
    .set({ token, ...proven })
    .where(eq(sessions.id, sessionId));
  return cookie.write(token, sessionLifetimeSeconds);
}
