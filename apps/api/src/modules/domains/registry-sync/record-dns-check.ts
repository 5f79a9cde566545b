import { domainDnsChecks, domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx, Transaction } from "../../../kernel/ctx.ts";
import { emailMembers } from "../../accounts/index.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DnsCheckPorts } from "../ports.ts";
import { hasSameGlue, isSameSet } from "../rules/delegation.ts";
import { type Found, newsOf, nextCheckOf, stateAfter } from "../rules/dns-check.ts";
import { dsRecordDifference } from "../rules/ds-records.ts";
import { dnsBrokenEmail, dnsFixedEmail } from "./dns-problem-email.ts";

const resolving: readonly DomainRow["status"][] = ["active", "expired", "pending_transfer"];

/** Whether the registry publishes the domain's nameservers. */
export const isResolving = ({ status }: Pick<DomainRow, "status">): boolean => resolving.includes(status);

type Delegation = Pick<DomainRow, "nameservers" | "glue" | "dsRecords">;

function isSameDelegation(one: Delegation, other: Delegation): boolean {
  const { added, removed } = dsRecordDifference(one.dsRecords, other.dsRecords);
  return (
    isSameSet(one.nameservers, other.nameservers) &&
    hasSameGlue(one.glue, other.glue) &&
    added.length + removed.length === 0
  );
}

const noProblem = { breaksSince: null, silentSince: null, isBroken: false, isSilent: false };

/**
 * Stores what was found at the delegation of `domain`, and emails news. Does nothing if nothing was asked, or if the
 * delegation has changed meanwhile.
 */
export async function recordDnsCheck(
  ctx: Pick<Ctx, "db" | "clock"> & Omit<DnsCheckPorts, "dns">,
  domain: DomainRow,
  found: Found,
): Promise<void> {
  const { isBusy, ...counted } = found;
  if (isBusy || !isResolving(domain)) {
    return;
  }
  const now = await ctx.clock.now();
  const { id: domainId, workspaceId } = domain;
  const isThis = eq(domainDnsChecks.domainId, domainId);
  await ctx.db.transaction(async (tx) => {
    const [present] = await tx.select().from(domains).where(eq(domains.id, domainId)).for("share");
    if (!present || !isResolving(present) || !isSameDelegation(present, domain)) {
      return;
    }
    await tx
      .insert(domainDnsChecks)
      .values({ domainId, workspaceId, nextCheckAt: now })
      .onConflictDoNothing();
    const [row] = await tx.select().from(domainDnsChecks).where(isThis).for("update");
    const before = row ?? { hasAnswered: false, ...noProblem };
    const state = stateAfter(before, found, now);
    await tx
      .update(domainDnsChecks)
      .set({ ...state, ...counted, checkedAt: now, nextCheckAt: nextCheckOf(state, now) })
      .where(isThis);
    const about = { domainName: domain.name, panelUrl: ctx.panelUrl };
    for (const { problem, since } of newsOf(before, state, found)) {
      const email = since
        ? dnsBrokenEmail({ ...about, problem, since })
        : dnsFixedEmail({ ...about, problem });
      await emailMembers(tx, ctx, { workspaceId, domainName: domain.name }, email, now);
    }
  });
}

/** A result says nothing about another delegation, which is checked soon. The caller has locked the domain's row. */
export async function forgetDnsCheck(
  tx: Transaction,
  { before, after, now }: { before: DomainRow; after: DomainRow; now: Date },
): Promise<void> {
  if (isSameDelegation(before, after)) {
    return;
  }
  await tx
    .update(domainDnsChecks)
    .set({ checkedAt: null, nextCheckAt: now, dnssec: "unknown", answering: 0, asked: 0, ...noProblem })
    .where(eq(domainDnsChecks.domainId, after.id));
}
