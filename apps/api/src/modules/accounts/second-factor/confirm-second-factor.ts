import { twoFactors, users } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { secondFactorEnabled } from "../model/own-account-errors.ts";
import { deletePersonTokens, endSessions, forgetTrustedDevices } from "../sessions/end-sessions.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { rotateSession } from "../sessions/rotate-session.ts";
import { notifySecondFactorChange } from "./notify-second-factor-change.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { replaceBackupCodes } from "./renew-backup-codes.ts";

/** Turns the second factor on. This session, which has just used it, gets a new token; the others end. */
export async function confirmSecondFactor(
  ctx: OwnAccountCtx,
  input: { code: string },
): Promise<{ backupCodes: string[]; setCookie: string }> {
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return proveSecondFactor(
    ctx,
    { by: "totp", code: input.code },
    async (tx, person) => {
      if (person.twoFactorEnabled) {
        throw secondFactorEnabled();
      }
      await tx.update(twoFactors).set({ confirmedAt: wallNow }).where(eq(twoFactors.userId, person.id));
      await tx
        .update(users)
        .set({ twoFactorEnabled: true, updatedAt: wallNow })
        .where(eq(users.id, person.id));
      const backupCodes = await replaceBackupCodes(tx, person.id);
      await forgetTrustedDevices(tx, person.id);
      await deletePersonTokens(tx, person);
      await endSessions(tx, person.id, ctx.actor.sessionId);
      const setCookie = await rotateSession(tx, ctx.cookie, ctx.actor.sessionId, {
        confirmedAt: wallNow,
        secondFactorAt: wallNow,
      });
      await notifySecondFactorChange(tx, ctx, person, { change: "enabled" }, now);
      return { backupCodes, setCookie };
    },
    true,
  );
}
