import { randomBytes } from "node:crypto";
import { sessions, type Transaction } from "@zonepost/db";
import { newId } from "../../../kernel/ids.ts";
import type { Origin } from "../model/record-person-event.ts";
import { endOldestSessions } from "./end-sessions.ts";
import { type SessionCookie, sessionLifetimeSeconds } from "./session-cookie.ts";

/** Creates a session for sign-in methods that the library doesn't have. Returns the cookie to send. */
export async function startSession(
  tx: Transaction,
  cookie: SessionCookie,
  input: { userId: string; workspaceId: string; signedInBy: "invitation"; origin: Origin; wallNow: Date },
): Promise<{ sessionId: string; setCookie: string }> {
  const { userId, workspaceId, signedInBy, origin, wallNow } = input;
  const sessionId = newId();
  const token = randomBytes(24).toString("base64url");
  await tx.insert(sessions).values({
    id: sessionId,
    token,
    userId,
    activeWorkspaceId: workspaceId,
    signedInBy,
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent ?? null,
    confirmedAt: wallNow,
    expiresAt: new Date(wallNow.getTime() + sessionLifetimeSeconds * 1000),
    createdAt: wallNow,
    updatedAt: wallNow,
  });
  await endOldestSessions(tx, { userId, newSessionId: sessionId });
  return { sessionId, setCookie: cookie.write(token, sessionLifetimeSeconds) };
}
