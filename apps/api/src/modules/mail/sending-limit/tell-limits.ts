import { mailAccounts, mailAliases, mailDomains, mailSendingLimits, type Transaction } from "@zonepost/db";
import { and, asc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { emailMembers } from "../../accounts/index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { planOf } from "../model/policy.ts";
import type { MailPorts } from "../ports.ts";
import { readSending } from "./read-sending.ts";
import { type LimitedScope, sendingLimitEmail } from "./sending-limit-email.ts";
import { limitedUntil } from "./sending-policy.ts";
import { readWorkspaceLimit } from "./workspace-limit.ts";

export type SendingLimitCtx = Ctx & Pick<MailPorts, "secretBox" | "panelUrl">;

/** The emails are stored with `told_at`, so that there is one an hour for each limit that was reached. */
export async function tellLimits(ctx: SendingLimitCtx, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const hasTold = await ctx.db.transaction((tx) => tellNext(tx, ctx));
    if (!hasTold) {
      return;
    }
  }
}

const untold = and(
  gt(mailSendingLimits.limitedAt, sql`now() - interval '1 hour'`),
  or(isNull(mailSendingLimits.toldAt), lt(mailSendingLimits.toldAt, sql`now() - interval '1 hour'`)),
);

async function tellNext(tx: Transaction, ctx: SendingLimitCtx): Promise<boolean> {
  const [found] = await tx
    .select({ limit: mailSendingLimits, mailDomain: mailDomains })
    .from(mailSendingLimits)
    .leftJoin(mailDomains, eq(mailDomains.id, mailSendingLimits.mailDomainId))
    .where(untold)
    .orderBy(asc(mailSendingLimits.limitedAt))
    .limit(1)
    .for("update", { of: mailSendingLimits, skipLocked: true });
  if (!found) {
    return false;
  }
  const { limit, mailDomain } = found;
  await tx
    .update(mailSendingLimits)
    .set({ toldAt: sql`now()` })
    .where(and(eq(mailSendingLimits.scopeId, limit.scopeId), eq(mailSendingLimits.cause, limit.cause)));
  // Mail that left isn't the workspace's.
  const scope =
    mailDomain && !mailDomain.leftAt ? await describeScope(tx, ctx, limit, mailDomain) : undefined;
  if (mailDomain && scope) {
    const minutes = (await readSending(tx, limit.cause, [limit.scopeId])).get(limit.scopeId) ?? [];
    const until = limitedUntil(minutes, scope.recipientsPerHour) ?? limit.limitedAt;
    await emailMembers(
      tx,
      ctx,
      mailDomain,
      sendingLimitEmail({ ...scope, cause: limit.cause, until }),
      await ctx.clock.now(),
    );
  }
  return true;
}

/** Undefined for a deleted account or alias, whose page has nothing to change. */
async function describeScope(
  tx: Transaction,
  { panelUrl }: SendingLimitCtx,
  { scope, scopeId }: typeof mailSendingLimits.$inferSelect,
  mailDomain: MailDomainRow,
): Promise<Pick<LimitedScope, "scope" | "name" | "recipientsPerHour" | "url"> | undefined> {
  const page = `${panelUrl}/mail/${mailDomain.domainName}`;
  const { recipientsPerHour } = planOf(mailDomain.planSlug);
  if (scope === "workspace") {
    return { scope, name: "", recipientsPerHour: await readWorkspaceLimit(tx), url: `${page}/usage` };
  }
  if (scope === "domain") {
    return {
      scope,
      name: mailDomain.domainName,
      recipientsPerHour: recipientsPerHour * mailDomain.maxAccounts,
      url: `${page}/usage`,
    };
  }
  const [account] = await tx
    .select({ name: mailAccounts.fullAddress })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.id, scopeId), isNull(mailAccounts.deletedAt)));
  const [alias] = await tx
    .select({ name: mailAliases.fromAddress })
    .from(mailAliases)
    .where(eq(mailAliases.id, scopeId));
  const url = account ? `${page}/accounts/${publicId("mac", scopeId)}` : `${page}/aliases`;
  const name = account?.name ?? alias?.name;
  return name === undefined ? undefined : { scope, name, recipientsPerHour, url };
}
