import { mailAccounts, mailAccountUse, mailUsageDays } from "@zonepost/db";
import type { MailUsage, MailUsageDay, MailUsageQuery } from "@zonepost/schema";
import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { addDays, fillDays } from "./usage-days.ts";

export async function getUsage(
  ctx: WorkspaceCtx,
  domainName: string,
  { days }: MailUsageQuery,
): Promise<MailUsage> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const today = ctx.clock.wallNow();
  const listed = Array.from({ length: days }, (_, index) =>
    new Date(today.getTime() - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const [accounts, stored] = await Promise.all([
    ctx.db
      .select({
        id: mailAccounts.id,
        fullAddress: mailAccounts.fullAddress,
        usedBytes: mailAccountUse.usedBytes,
        lastLoginAt: mailAccountUse.lastLoginAt,
      })
      .from(mailAccounts)
      .leftJoin(mailAccountUse, eq(mailAccountUse.accountId, mailAccounts.id))
      .where(and(eq(mailAccounts.mailDomainId, mailDomain.id), isNull(mailAccounts.deletedAt)))
      .orderBy(asc(mailAccounts.fullAddress)),
    ctx.db
      .select()
      .from(mailUsageDays)
      .where(and(eq(mailUsageDays.mailDomainId, mailDomain.id), gte(mailUsageDays.day, listed[0] ?? "")))
      .orderBy(asc(mailUsageDays.day)),
  ]);
  const byAccount = Map.groupBy(stored, ({ accountId }) => accountId);
  const filled = new Map([...byAccount].map(([id, rows]) => [id, fillDays(rows, listed)]));
  return {
    days: addDays([...filled.values()], listed),
    accounts: accounts.map(({ id, fullAddress, usedBytes, lastLoginAt }) => {
      const own: MailUsageDay[] = filled.get(id) ?? fillDays([], listed);
      return {
        accountId: publicId("mac", id),
        fullAddress,
        usedBytes: usedBytes ?? 0,
        messagesIn: own.reduce((sum, { messagesIn }) => sum + messagesIn, 0),
        messagesOut: own.reduce((sum, { messagesOut }) => sum + messagesOut, 0),
        lastLoginAt: lastLoginAt?.toISOString() ?? null,
        days: own,
      };
    }),
  };
}
