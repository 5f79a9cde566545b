import { invalid } from "../../../kernel/errors.ts";
import { lockPerson, readPasswordHash } from "../model/lock-person.ts";
import { noWayToConfirm, wrongPassword } from "../model/own-account-errors.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { proveSecondFactor } from "../second-factor/prove-second-factor.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { rotateSession } from "../sessions/rotate-session.ts";

/**
 * Confirms the person's identity within a session: with the second factor if there is one, otherwise with the password.
 * Returns the session's new cookie.
 */
export async function stepUp(
  ctx: OwnAccountCtx,
  input: { password?: string | undefined; code?: string | undefined },
  hasSecondFactor: boolean,
): Promise<string> {
  const { userId, sessionId } = ctx.actor;
  const wallNow = ctx.clock.wallNow();
  if (hasSecondFactor) {
    if (input.code === undefined) {
      throw invalid([{ pointer: "/code", message: "Enter the code from your authenticator app." }]);
    }
    return proveSecondFactor(ctx, { by: "totp", code: input.code }, (tx) =>
      rotateSession(tx, ctx.cookie, sessionId, { confirmedAt: wallNow, secondFactorAt: wallNow }),
    );
  }
  const passwordHash = await readPasswordHash(ctx.db, userId);
  if (passwordHash === null) {
    throw noWayToConfirm();
  }
  if (input.password === undefined) {
    throw invalid([{ pointer: "/password", message: "Enter your password." }]);
  }
  await requirePassword(ctx, passwordHash, input.password, "/password");
  return ctx.db.transaction(async (tx) => {
    // The confirmation must still be valid: the second factor or the password may have changed in between.
    const person = await lockPerson(tx, userId);
    if (person.twoFactorEnabled || (await readPasswordHash(tx, userId)) !== passwordHash) {
      throw wrongPassword("/password");
    }
    return rotateSession(tx, ctx.cookie, sessionId, { confirmedAt: wallNow });
  });
}

/** Throws for a wrong password, and records the failure. */
export async function requirePassword(
  ctx: OwnAccountCtx,
  passwordHash: string,
  password: string,
  pointer: string,
): Promise<void> {
  if (await ctx.passwords.verify(passwordHash, password)) {
    return;
  }
  await recordPersonEvent(
    ctx.db,
    ctx,
    {
      user: { id: ctx.actor.userId, email: ctx.actor.email },
      action: "session.confirmation_failed",
      details: { by: "password" },
    },
    await ctx.clock.now(),
  );
  throw wrongPassword(pointer);
}
