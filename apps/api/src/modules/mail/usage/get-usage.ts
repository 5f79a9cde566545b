import { mailAccounts, mailAccountUse, mailUsageDays } from "@zonepost/db";
import type { MailSendingCounts, MailUsage, MailUsageDay, MailUsageQuery } from "@zonepost/schema";
import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { planOf } from "../model/policy.ts";
import { readSending } from "../sending-limit/read-sending.ts";
import { sumOf } from "../sending-limit/sending-policy.ts";
import { readWorkspaceLimit } from "../sending-limit/workspace-limit.ts";
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
  const { recipientsPerHour } = planOf(mailDomain.planSlug);
  const scopeIds = [mailDomain.id, mailDomain.workspaceId, ...accounts.map(({ id }) => id)];
  const [own, strangers, workspaceLimit] = await Promise.all([
    readSending(ctx.db, "own", scopeIds),
    readSending(ctx.db, "strangers", scopeIds),
    readWorkspaceLimit(ctx.db),
  ]);
  const sendingOf = (id: string, limit: number): MailSendingCounts => ({
    own: { recipients: sumOf(own.get(id) ?? []), limit },
    strangers: { recipients: sumOf(strangers.get(id) ?? []), limit },
  });
  const byAccount = Map.groupBy(stored, ({ accountId }) => accountId);
  const filled = new Map([...byAccount].map(([id, rows]) => [id, fillDays(rows, listed)]));
  return {
    sending: {
      domain: sendingOf(mailDomain.id, recipientsPerHour * mailDomain.maxAccounts),
      workspace: sendingOf(mailDomain.workspaceId, workspaceLimit),
    },
    days: addDays([...filled.values()], listed),
    accounts: accounts.map(({ id, fullAddress, usedBytes, lastLoginAt }) => {
      const ownDays: MailUsageDay[] = filled.get(id) ?? fillDays([], listed);
      return {
        accountId: publicId("mac", id),
        fullAddress,
        usedBytes: usedBytes ?? 0,
        messagesIn: ownDays.reduce((sum, { messagesIn }) => sum + messagesIn, 0),
        messagesOut: ownDays.reduce((sum, { messagesOut }) => sum + messagesOut, 0),
        lastLoginAt: lastLoginAt?.toISOString() ?? null,
        days: ownDays,
        sending: sendingOf(id, recipientsPerHour),
      };
    }),
  };
}
