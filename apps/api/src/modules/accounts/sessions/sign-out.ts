import { type Db, sessions } from "@zonepost/db";
import { inArray } from "drizzle-orm";
import type { SessionCookie } from "./session-cookie.ts";

export async function signOut(
  { db, cookie }: { db: Db; cookie: SessionCookie },
  cookieHeader: string | undefined,
): Promise<void> {
  const tokens = cookie.readTokens(cookieHeader);
  if (tokens.length > 0) {
    await db.delete(sessions).where(inArray(sessions.token, tokens));
  }
}
