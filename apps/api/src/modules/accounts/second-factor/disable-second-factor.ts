import { backupCodes, twoFactors, users } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { deletePersonTokens, endSessions, forgetTrustedDevices } from "../sessions/end-sessions.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { rotateSession } from "../sessions/rotate-session.ts";
import { notifySecondFactorChange } from "./notify-second-factor-change.ts";
import { type GivenCode, proveSecondFactor } from "./prove-second-factor.ts";

/**
 * Turns the second factor off. Backup codes work too, for people who lost their authenticator. Other sessions end,
 * because those awaiting a code would otherwise become complete.
 */
export async function disableSecondFactor(ctx: OwnAccountCtx, given: GivenCode): Promise<string> {
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return proveSecondFactor(ctx, given, async (tx, person) => {
    await endSessions(tx, person.id, ctx.actor.sessionId);
    await forgetTrustedDevices(tx, person.id);
    await deletePersonTokens(tx, person);
    await tx.delete(twoFactors).where(eq(twoFactors.userId, person.id));
    await tx.delete(backupCodes).where(eq(backupCodes.userId, person.id));
    await tx
      .update(users)
      .set({ twoFactorEnabled: false, updatedAt: wallNow })
      .where(eq(users.id, person.id));
    await notifySecondFactorChange(tx, ctx, person, { change: "disabled" }, now);
    return rotateSession(tx, ctx.cookie, ctx.actor.sessionId, { confirmedAt: wallNow });
  });
}
