import { randomBytes } from "node:crypto";
import { type Db, sessions, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { type SessionCookie, sessionLifetimeSeconds } from "./session-cookie.ts";

/**
 * Replaces a session's token after a confirmation, against session fixation: the old token stops working at once.
 * Returns the cookie to send.
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
