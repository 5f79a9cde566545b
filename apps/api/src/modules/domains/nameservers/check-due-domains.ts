import { domainDnsChecks, domains } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { and, asc, eq, isNull, lte, notInArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { emailMembers } from "../../accounts/index.ts";
import { validateDnssec } from "../dnssec/dnssec-preflight.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DnsPorts } from "../ports.ts";
import { delegatedHosts } from "../rules/delegation.ts";
import {
  checkPeriodMs,
  type Found,
  firstCheckAt,
  newsOf,
  nextCheckOf,
  stateAfter,
} from "./dns-check-policy.ts";
import { dnsBrokenEmail, dnsFixedEmail } from "./dns-problem-email.ts";

export type CheckCtx = Ctx & DnsPorts & { secretBox: SecretBox; panelUrl: string };

const dueChecks: DueRows = {
  table: domainDnsChecks,
  id: domainDnsChecks.domainId,
  workspaceId: domainDnsChecks.workspaceId,
  dueAt: domainDnsChecks.nextCheckAt,
};

const parallelChecks = 4;
const addedAtOnce = 1_000;
const left = ["deleted", "transferred_out"] as const;
const resolving: readonly DomainRow["status"][] = ["active", "expired", "pending_transfer"];

/** Domains get their row here, so that those of the version before have one too. */
async function addMissing({ db }: Ctx, now: Date): Promise<void> {
  const missing = await db
    .select({ domainId: domains.id, workspaceId: domains.workspaceId })
    .from(domains)
    .leftJoin(domainDnsChecks, eq(domainDnsChecks.domainId, domains.id))
    .where(and(isNull(domainDnsChecks.domainId), notInArray(domains.status, [...left])))
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
      const [before] = await ctx.db
        .update(domainDnsChecks)
        .set({ nextCheckAt: new Date(now.getTime() + checkPeriodMs) })
        .where(and(eq(domainDnsChecks.domainId, id), lte(domainDnsChecks.nextCheckAt, now)))
        .returning();
      if (before) {
        await checkDomain(ctx, before, now, signal).catch((error: unknown) => {
          ctx.log.warn({ err: error, domainId: id }, "the nameservers of a domain weren't checked");
        });
      }
      return true;
    },
    { parallel: parallelChecks },
  );
}

async function checkDomain(
  ctx: CheckCtx,
  before: typeof domainDnsChecks.$inferSelect,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const isThis = eq(domainDnsChecks.domainId, before.domainId);
  const [domain] = await ctx.db.select().from(domains).where(eq(domains.id, before.domainId));
  if (!domain || left.some((status) => status === domain.status)) {
    await ctx.db.update(domainDnsChecks).set({ nextCheckAt: null }).where(isThis);
    return;
  }
  if (!resolving.includes(domain.status)) {
    return;
  }
  const found = await askNameservers(ctx, domain, signal);
  if (found.isBusy) {
    return;
  }
  const state = stateAfter(before, found, now);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(domainDnsChecks)
      .set({
        ...state,
        checkedAt: now,
        nextCheckAt: nextCheckOf(state, now),
        dnssec: found.dnssec,
        answering: found.answering,
        asked: found.asked,
      })
      .where(isThis);
    const about = { domainName: domain.name, panelUrl: ctx.panelUrl };
    for (const { problem, since } of newsOf(before, state, found)) {
      const email = since
        ? dnsBrokenEmail({ ...about, problem, since })
        : dnsFixedEmail({ ...about, problem });
      const { workspaceId } = domain;
      await emailMembers(tx, ctx, { workspaceId, domainName: domain.name }, email, now);
    }
  });
}

async function askNameservers(ctx: Ctx & DnsPorts, domain: DomainRow, signal: AbortSignal): Promise<Found> {
  const { workspaceId, name: domainName, dsRecords } = domain;
  const servers = await Promise.all(
    delegatedHosts(domain).map(async ({ host: nameserver, addresses }) => ({
      nameserver,
      keys: await ctx.dns.readKeys(
        {
          workspaceId,
          domainName,
          nameserver,
          addresses: addresses.length > 0 ? addresses : undefined,
        },
        signal,
      ),
    })),
  );
  const { outcome } = await validateDnssec({ domainName, servers, dsRecords, now: ctx.clock.wallNow() });
  return {
    asked: servers.length,
    answering: servers.filter(({ keys }) => keys.kind === "answered").length,
    dnssec: outcome,
    isBusy: servers.some(({ keys }) => keys.kind === "away" && keys.reason === "busy"),
  };
}
