import { type Db, trustedDevices } from "@zonepost/db";
import { and, eq, gt } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { hashToken } from "../model/link-token.ts";
import type { SessionCookie } from "./session-cookie.ts";

export async function isTrustedDevice(
  deps: { db: Db; clock: Clock; cookie: SessionCookie },
  cookieHeader: string | undefined,
  userId: string,
): Promise<boolean> {
  const token = deps.cookie.readTrustedDevice(cookieHeader);
  if (token === undefined) {
    return false;
  }
  const found = await deps.db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(
      and(
        eq(trustedDevices.tokenHash, hashToken(token)),
        eq(trustedDevices.userId, userId),
        gt(trustedDevices.expiresAt, deps.clock.wallNow()),
      ),
    );
  return found.length > 0;
}
