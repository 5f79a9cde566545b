import type { SignedInCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { lockPerson, readPasswordHash } from "../model/lock-person.ts";
import { wrongPassword } from "../model/own-account-errors.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { rotateSession } from "../sessions/rotate-session.ts";
import { requirePassword } from "../step-up/step-up.ts";
import { requireGoodPassword } from "./common-passwords.ts";
import { savePassword } from "./save-password.ts";

export async function readPasswordBefore({ db, actor }: SignedInCtx): Promise<BeforeOf<"changePassword">> {
  return { hasPassword: (await readPasswordHash(db, actor.userId)) !== null };
}

/** Sets a password. All other sessions end; this one gets a new token, whose cookie is returned. */
export async function changePassword(
  ctx: OwnAccountCtx,
  input: { currentPassword?: string | undefined; newPassword: string },
): Promise<string> {
  const { userId, sessionId } = ctx.actor;
  const before = await readPasswordHash(ctx.db, userId);
  if (before !== null && input.currentPassword === undefined) {
    throw invalid([{ pointer: "/currentPassword", message: "Enter your current password." }]);
  }
  if (input.newPassword === input.currentPassword) {
    throw invalid([{ pointer: "/newPassword", message: "Choose a password other than your current one." }]);
  }
  await requireGoodPassword(input.newPassword, ctx.actor);
  if (before !== null) {
    await requirePassword(ctx, before, input.currentPassword ?? "", "/currentPassword");
  }
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    if ((await readPasswordHash(tx, userId)) !== before) {
      throw wrongPassword("/currentPassword");
    }
    await savePassword(tx, ctx, { person, passwordHash, action: "password.changed", sessionId }, now);
    return rotateSession(tx, ctx.cookie, sessionId, { confirmedAt: wallNow });
  });
}
