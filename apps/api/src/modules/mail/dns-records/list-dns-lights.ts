import { mailDnsChecks, mailDomains } from "@zonepost/db";
import { checkIntervalsMs, freshnessOf } from "@zonepost/schema";
import type { MailDnsLights } from "@zonepost/schema/panel";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { seenBy } from "../../../kernel/seen-by.ts";
import { isCurrent, isNotErasedAt } from "../model/mail-domain-row.ts";
import { lightsOf } from "./policies/lights-policy.ts";

export async function getDnsLights(ctx: WorkspaceCtx, domainName: string): Promise<MailDnsLights> {
  const [lights] = await listDnsLights(ctx, [domainName]);
  if (!lights) {
    throw notFound();
  }
  return lights;
}

/** The latest checks of those of the mail domains that the actor sees, in short. */
export async function listDnsLights(ctx: WorkspaceCtx, names: readonly string[]): Promise<MailDnsLights[]> {
  requireRight(ctx.actor, "mail:read");
  const now = await ctx.clock.now();
  const rows = await ctx.db
    .select({
      domainName: mailDomains.domainName,
      records: mailDnsChecks.records,
      checkedAt: mailDnsChecks.checkedAt,
    })
    .from(mailDomains)
    .leftJoin(mailDnsChecks, eq(mailDnsChecks.mailDomainId, mailDomains.id))
    .where(
      and(
        seenBy(ctx.actor, mailDomains),
        isCurrent,
        isNotErasedAt(now),
        inArray(mailDomains.domainName, [...names]),
      ),
    )
    .orderBy(asc(mailDomains.domainName));
  return rows.map(({ domainName, records, checkedAt }) => ({
    domainName,
    checkedAt: checkedAt?.toISOString() ?? null,
    lights: lightsOf(records ?? [], freshnessOf(checkIntervalsMs.mailDns, checkedAt, now)),
  }));
}
