import { mailAccounts, mailDomains, mailSendingHours, type Transaction } from "@zonepost/db";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { emailOwners } from "../../accounts/index.ts";
import { planOf } from "../model/policy.ts";
import type { MailPorts } from "../ports.ts";
import { sendingLimitEmail } from "./sending-limit-email.ts";

export type SendingLimitCtx = Ctx & Pick<MailPorts, "secretBox" | "panelUrl">;

/** The emails are stored with `told_at`, so that each account and hour has one. */
export async function tellLimitedAccounts(ctx: SendingLimitCtx, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const hasTold = await ctx.db.transaction((tx) => tellNext(tx, ctx));
    if (!hasTold) {
      return;
    }
  }
}

async function tellNext(tx: Transaction, ctx: SendingLimitCtx): Promise<boolean> {
  const [limited] = await tx
    .select({
      accountId: mailAccounts.id,
      fullAddress: mailAccounts.fullAddress,
      deletedAt: mailAccounts.deletedAt,
      hour: mailSendingHours.hour,
      mailDomain: mailDomains,
    })
    .from(mailSendingHours)
    .innerJoin(mailAccounts, eq(mailAccounts.id, mailSendingHours.accountId))
    .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
    .where(and(isNotNull(mailSendingHours.limitedAt), isNull(mailSendingHours.toldAt)))
    .orderBy(asc(mailSendingHours.limitedAt))
    .limit(1)
    .for("update", { of: mailSendingHours, skipLocked: true });
  if (!limited) {
    return false;
  }
  const { accountId, fullAddress, deletedAt, hour, mailDomain } = limited;
  await tx
    .update(mailSendingHours)
    .set({ toldAt: ctx.clock.wallNow() })
    .where(and(eq(mailSendingHours.accountId, accountId), eq(mailSendingHours.hour, hour)));
  // The page of a deleted account has nothing to change, and mail that left isn't the workspace's.
  if (!deletedAt && !mailDomain.leftAt) {
    const email = sendingLimitEmail({
      fullAddress,
      recipientsPerHour: planOf(mailDomain.planSlug).recipientsPerHour,
      until: new Date(hour.getTime() + hourMs),
      url: `${ctx.panelUrl}/mail/${mailDomain.domainName}/accounts/${publicId("mac", accountId)}`,
    });
    await emailOwners(tx, ctx, mailDomain, email, await ctx.clock.now());
  }
  return true;
}
