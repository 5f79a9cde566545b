import { backupCodes, type Transaction, twoFactors, type users } from "@zonepost/db";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { minuteMs } from "../../../kernel/durations.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { twoFactorOwner } from "../model/account-secrets.ts";
import { lockPerson } from "../model/lock-person.ts";
import {
  secondFactorLocked,
  secondFactorNotEnabled,
  secondFactorNotStarted,
  usedCode,
  wrongCode,
} from "../model/own-account-errors.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { type OwnAccountCtx, passwordResetUrl } from "../sessions/own-account-ctx.ts";
import { secondFactorLockedEmail } from "./second-factor-email.ts";
import { hashBackupCode, lockMs, maxWrongCodes, stepOfCode } from "./totp.ts";

export type GivenCode = { by: "totp" | "backup_code"; code: string };

type Person = typeof users.$inferSelect;

/**
 * Accepts a code once, and does the protected work in the same transaction. Wrong codes are counted across sessions and
 * processes under the person's lock; the count is stored even if the rest is rolled back.
 */
export async function proveSecondFactor<Result>(
  ctx: OwnAccountCtx,
  given: GivenCode,
  then: (tx: Transaction, person: Person) => Promise<Result>,
  isBeingSetUp = false,
): Promise<Result> {
  const { userId } = ctx.actor;
  const now = await ctx.clock.now();
  const proven = await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    const refusal = await takeCode(tx, ctx, person, { given, isBeingSetUp, now });
    return refusal ? { refusal } : { result: await then(tx, person) };
  });
  if (!proven.refusal) {
    return proven.result;
  }
  if (proven.refusal.kind !== "conflict") {
    await recordPersonEvent(
      ctx.db,
      ctx,
      {
        user: { id: userId, email: ctx.actor.email },
        action: "session.second_factor_failed",
        details: { by: given.by, reason: proven.refusal.code },
      },
      now,
    );
  }
  throw proven.refusal;
}

async function takeCode(
  tx: Transaction,
  ctx: OwnAccountCtx,
  person: Person,
  { given, isBeingSetUp, now }: { given: GivenCode; isBeingSetUp: boolean; now: Date },
): Promise<AppError | undefined> {
  const userId = person.id;
  const ofPerson = eq(twoFactors.userId, userId);
  const wallNow = ctx.clock.wallNow();
  const [factor] = await tx.select().from(twoFactors).where(ofPerson);
  if (!factor) {
    return isBeingSetUp ? secondFactorNotStarted() : secondFactorNotEnabled();
  }
  if (!isBeingSetUp && factor.confirmedAt === null) {
    return secondFactorNotEnabled();
  }
  const lockedMs = (factor.lockedUntil?.getTime() ?? 0) - wallNow.getTime();
  if (lockedMs > 0) {
    return secondFactorLocked(Math.ceil(lockedMs / 1000));
  }

  const secret = ctx.secretBox.open(factor.secretEncrypted, twoFactorOwner(userId));
  const step = given.by === "totp" ? stepOfCode(secret, given.code, wallNow) : null;
  const isRight = given.by === "totp" ? step !== null : await useBackupCode(tx, userId, given.code, wallNow);
  if (!isRight) {
    // The count starts over once a lock has ended.
    const wrong = (factor.lockedUntil === null ? factor.failedAttempts : 0) + 1;
    const lockedUntil = wrong >= maxWrongCodes ? new Date(wallNow.getTime() + lockMs) : null;
    await tx.update(twoFactors).set({ failedAttempts: wrong, lockedUntil }).where(ofPerson);
    if (lockedUntil !== null && factor.confirmedAt !== null) {
      await notifyOfLock(tx, ctx, person, now);
    }
    return wrongCode();
  }
  const taken = await tx
    .update(twoFactors)
    .set({
      failedAttempts: 0,
      lockedUntil: null,
      lastUsedStep: step === null ? sql`${twoFactors.lastUsedStep}` : step,
    })
    .where(and(ofPerson, step === null ? undefined : lt(twoFactors.lastUsedStep, step)))
    .returning({ userId: twoFactors.userId });
  // A code sent twice is not a guess, so a double submit must not count toward the lock.
  return taken.length === 0 ? usedCode() : undefined;
}

async function notifyOfLock(
  tx: Transaction,
  ctx: OwnAccountCtx,
  { email: to }: Person,
  at: Date,
): Promise<void> {
  const email = secondFactorLockedEmail({
    at,
    ipAddress: ctx.ipAddress,
    userAgent: ctx.userAgent ?? null,
    lockedMinutes: lockMs / minuteMs,
    resetUrl: passwordResetUrl(ctx),
  });
  await enqueueEmail(tx, ctx, { ...email, to }, at);
}

async function useBackupCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(backupCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(backupCodes.userId, userId),
        eq(backupCodes.codeHash, hashBackupCode(code)),
        isNull(backupCodes.usedAt),
      ),
    )
    .returning({ id: backupCodes.id });
  return used.length === 1;
}
