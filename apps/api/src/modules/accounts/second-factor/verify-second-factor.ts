import { backupCodes, trustedDevices } from "@zonepost/db";
import type { SignInResult } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { generateToken, hashToken } from "../model/link-token.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { publicUser } from "../sessions/public-user.ts";
import { rotateSession } from "../sessions/rotate-session.ts";
import { notifySecondFactorChange } from "./notify-second-factor-change.ts";
import { type GivenCode, proveSecondFactor } from "./prove-second-factor.ts";
import { trustedDeviceLifetimeSeconds } from "./totp.ts";

/**
 * Completes a sign-in that awaits its second factor, with a new token. Trusting the browser skips the code next time.
 */
export async function verifySecondFactor(
  ctx: OwnAccountCtx,
  given: GivenCode & { trustDevice: boolean },
): Promise<{ result: SignInResult; setCookies: string[] }> {
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return proveSecondFactor(ctx, given, async (tx, person) => {
    const setCookies = [
      await rotateSession(tx, ctx.cookie, ctx.actor.sessionId, {
        confirmedAt: wallNow,
        secondFactorAt: wallNow,
      }),
    ];
    if (given.trustDevice) {
      const token = generateToken();
      await tx.insert(trustedDevices).values({
        id: newId(),
        userId: person.id,
        tokenHash: hashToken(token),
        userAgent: ctx.userAgent ?? null,
        createdAt: wallNow,
        expiresAt: new Date(wallNow.getTime() + trustedDeviceLifetimeSeconds * 1000),
      });
      setCookies.push(ctx.cookie.writeTrustedDevice(token, trustedDeviceLifetimeSeconds));
    }
    await recordPersonEvent(
      tx,
      ctx,
      {
        user: person,
        action: "session.signed_in",
        details: { secondFactor: given.by, trustsDevice: given.trustDevice || undefined },
      },
      now,
    );
    if (given.by === "backup_code") {
      const left = await tx.$count(
        backupCodes,
        and(eq(backupCodes.userId, person.id), isNull(backupCodes.usedAt)),
      );
      await notifySecondFactorChange(
        tx,
        ctx,
        person,
        { change: "backup_code_used", backupCodesLeft: left },
        now,
      );
    }
    return { result: { redirect: false, user: publicUser(person) }, setCookies };
  });
}
