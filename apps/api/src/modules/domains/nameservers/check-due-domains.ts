import { domainDnsChecks, domains } from "@zonepost/db";
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { readDelegatedKeys, validateDelegation } from "../dnssec/read-delegated-keys.ts";
import { isHeld, terminalStatuses } from "../model/get-own-domain.ts";
import type { DnsCheckPorts } from "../ports.ts";
import { isResolving, recordDnsCheck } from "../registry-sync/record-dns-check.ts";
import { checkPeriodMs, firstCheckAt, foundAt } from "../rules/dns-check.ts";

export type CheckCtx = Ctx & DnsCheckPorts;

const dueChecks: DueRows = {
  table: domainDnsChecks,
  id: domainDnsChecks.domainId,
  workspaceId: domainDnsChecks.workspaceId,
  dueAt: domainDnsChecks.nextCheckAt,
};

const parallelChecks = 4;
const addedAtOnce = 1_000;

/** Domains get their row here, so that those of the version before have one too. */
async function addMissing({ db }: Ctx, now: Date): Promise<void> {
  const missing = await db
    .select({ domainId: domains.id, workspaceId: domains.workspaceId })
    .from(domains)
    .leftJoin(domainDnsChecks, eq(domainDnsChecks.domainId, domains.id))
    .where(and(isNull(domainDnsChecks.domainId), isHeld))
    .orderBy(asc(domains.id))
    .limit(addedAtOnce);
  if (missing.length > 0) {
    await db
      .insert(domainDnsChecks)
      .values(missing.map((row) => ({ ...row, nextCheckAt: firstCheckAt(row.domainId, now) })))
      .onConflictDoNothing();
  }
}

/** Asks the nameservers of each domain once a day, and again soon after a problem was found. */
export async function checkDueDomains(ctx: CheckCtx, signal: AbortSignal): Promise<void> {
  await addMissing(ctx, await ctx.clock.now());
  await forEachDueRow(
    ctx,
    dueChecks,
    signal,
    async (id, now) => {
      // Moved on first: another worker leaves it alone, and a check that fails is repeated with the next one.
      const [due] = await ctx.db
        .update(domainDnsChecks)
        .set({ nextCheckAt: new Date(now.getTime() + checkPeriodMs) })
        .where(and(eq(domainDnsChecks.domainId, id), lte(domainDnsChecks.nextCheckAt, now)))
        .returning({ domainId: domainDnsChecks.domainId });
      if (due) {
        await checkDomain(ctx, id, signal).catch((error: unknown) => {
          ctx.log.warn({ err: error, domainId: id }, "the nameservers of a domain weren't checked");
        });
      }
      return true;
    },
    { parallel: parallelChecks },
  );
}

async function checkDomain(ctx: CheckCtx, domainId: string, signal: AbortSignal): Promise<void> {
  const [domain] = await ctx.db.select().from(domains).where(eq(domains.id, domainId));
  if (!domain || terminalStatuses.includes(domain.status)) {
    const isThis = eq(domainDnsChecks.domainId, domainId);
    await ctx.db.update(domainDnsChecks).set({ nextCheckAt: null }).where(isThis);
    return;
  }
  if (isResolving(domain)) {
    const servers = await readDelegatedKeys(ctx, domain, signal);
    const { outcome } = await validateDelegation(ctx, domain, servers);
    await recordDnsCheck(ctx, domain, foundAt(servers, outcome));
  }
}
