import { twoFactors } from "@zonepost/db";
import { isNull } from "drizzle-orm";
import { twoFactorOwner } from "../model/account-secrets.ts";
import { secondFactorEnabled } from "../model/own-account-errors.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { generateTotpSecret, totpUri } from "./totp.ts";

/** Creates a secret for an authenticator. Sign-in doesn't require it until a code confirms it. */
export async function enrolSecondFactor(ctx: OwnAccountCtx): Promise<{ totpUri: string; secret: string }> {
  const { userId, email } = ctx.actor;
  const secret = generateTotpSecret();
  const factor = {
    secretEncrypted: ctx.secretBox.seal(secret, twoFactorOwner(userId)),
    createdAt: await ctx.clock.now(),
  };
  const started = await ctx.db
    .insert(twoFactors)
    .values({ userId, ...factor })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { ...factor, lastUsedStep: 0 },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId });
  if (started.length === 0) {
    throw secondFactorEnabled();
  }
  return { totpUri: totpUri(secret, email), secret };
}
