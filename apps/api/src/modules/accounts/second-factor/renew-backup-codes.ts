import { backupCodes, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { lockPerson } from "../model/lock-person.ts";
import { secondFactorNotEnabled } from "../model/own-account-errors.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { notifySecondFactorChange } from "./notify-second-factor-change.ts";
import { generateBackupCodes, hashBackupCode, showBackupCode } from "./totp.ts";

/** New codes replace all old ones, used or not. */
export async function renewBackupCodes(ctx: OwnAccountCtx): Promise<{ backupCodes: string[] }> {
  const now = await ctx.clock.now();
  const codes = await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    if (!person.twoFactorEnabled) {
      throw secondFactorNotEnabled();
    }
    const made = await replaceBackupCodes(tx, person.id);
    await notifySecondFactorChange(tx, ctx, person, { change: "backup_codes_renewed" }, now);
    return made;
  });
  return { backupCodes: codes };
}

/** Returns the codes in readable form, once; only their hashes are stored. */
export async function replaceBackupCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = generateBackupCodes();
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await tx
    .insert(backupCodes)
    .values(codes.map((code) => ({ id: newId(), userId, codeHash: hashBackupCode(code) })));
  return codes.map(showBackupCode);
}
