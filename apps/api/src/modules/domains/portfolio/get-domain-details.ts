import { domainToUnicode } from "node:url";
import { domainDnsChecks } from "@zonepost/db";
import type { DomainDetails } from "@zonepost/schema";
import type { DomainDnsCheck, DomainWithMail } from "@zonepost/schema/panel";
import { eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import { type DomainRow, domainOfRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import {
  findOpenOperation,
  listPendingChanges,
  type OperationRow,
  operationOfRow,
} from "../model/operations.ts";
import type { BegunRenewal, DomainPorts } from "../ports.ts";
import { delegatedHosts } from "../rules/delegation.ts";
import { isLocked } from "../rules/is-locked.ts";
import { graceEndOf, scheduleOf } from "../rules/schedule.ts";
import type { TldRules } from "../tlds/tld-rules.ts";
import { explainStatus } from "./explain-status.ts";
import { renewalOf } from "./renewal-state.ts";

type DetailsPorts = Pick<DomainPorts, "registrars" | "domainOrders">;

export async function getDomain(ctx: WorkspaceCtx & DetailsPorts, name: string): Promise<DomainDetails> {
  requireRight(ctx.actor, "domains:read");
  return domainDetailsOf(ctx, await getOwnDomain(ctx, name));
}

/** For a row that the caller has just read or written. */
export async function domainDetailsOf(
  ctx: WorkspaceCtx & DetailsPorts,
  row: DomainRow,
  /** In a transaction, with a time that was read before it: the clock has a connection of its own. */
  { db, now = ctx.clock.now() }: { db: Queryable; now?: Date | Promise<Date> } = ctx,
): Promise<DomainDetails> {
  const at = await now;
  const [operation, [change], begun] = await Promise.all([
    findOpenOperation(db, row),
    listPendingChanges(db, row),
    findBegunRenewals(ctx, db, row, at),
  ]);
  return detailsOf(row, ctx.registrars.rulesOf(row.tld), { operation: operation ?? change, begun, now: at });
}

async function findBegunRenewals(
  { actor, domainOrders }: WorkspaceCtx & DetailsPorts,
  db: Queryable,
  { autoRenew, workspaceId, name }: DomainRow,
  now: Date,
): Promise<BegunRenewal[]> {
  const seesPayments = hasRight(actor, "payments:read");
  return autoRenew
    ? await domainOrders.findBegunRenewals(db, { workspaceId, domainName: name, now, seesPayments })
    : [];
}

function detailsOf(
  row: DomainRow,
  rules: TldRules,
  found: { operation: OperationRow | undefined; begun: readonly BegunRenewal[]; now: Date },
): DomainDetails {
  const { operation, begun, now } = found;
  const open = operation ? operationOfRow(operation) : null;
  const graceEndsAt = graceEndOf(row, rules);
  const renewal = renewalOf({ ...row, graceEndsAt }, begun);
  return {
    ...domainOfRow(row),
    unicodeName: domainToUnicode(row.name),
    explanation: explainStatus({ ...row, graceEndsAt }, { operation: open?.kind ?? null, renewal, now }),
    nameservers: delegatedHosts(row),
    dsRecords: row.dsRecords,
    locked: isLocked(row.registryStatuses),
    registryStatuses: row.registryStatuses,
    renewsAt: row.nextRenewalAt?.toISOString() ?? null,
    renewal,
    deletesAt: deletionOf(row, rules)?.toISOString() ?? null,
    authCodeExpiresAt: row.authCodeExpiresAt?.toISOString() ?? null,
    operation: open,
  };
}

/** The date on which we delete an unrenewed domain, long before it is due. */
function deletionOf(row: DomainRow, rules: TldRules): Date | null {
  if (row.nextDeletionAt || row.autoRenew || row.status !== "active") {
    return row.nextDeletionAt;
  }
  return scheduleOf({ ...row, status: "expired" }, rules, row.paidUntil).nextDeletionAt;
}

export async function getDomainWithMail(
  ctx: WorkspaceCtx & DomainPorts,
  name: string,
): Promise<DomainWithMail> {
  requireRight(ctx.actor, "domains:read");
  const row = await getOwnDomain(ctx, name);
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now();
  const [details, mail, dnsCheck] = await Promise.all([
    domainDetailsOf(ctx, row),
    ctx.domainMail.findMailState(ctx.db, { workspaceId, domainName: row.name, now }),
    findDnsCheck(ctx.db, row.id),
  ]);
  return { ...details, mail, dnsCheck };
}

async function findDnsCheck(db: Queryable, domainId: string): Promise<DomainDnsCheck | null> {
  const [check] = await db.select().from(domainDnsChecks).where(eq(domainDnsChecks.domainId, domainId));
  if (!check) {
    return null;
  }
  const { checkedAt, dnssec, answering, asked, hasAnswered } = check;
  return { checkedAt: checkedAt?.toISOString() ?? null, dnssec, answering, asked, hasAnswered };
}
