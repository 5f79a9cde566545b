import { domainToUnicode } from "node:url";
import type { DomainDetails } from "@zonepost/schema";
import type { DomainWithMail } from "@zonepost/schema/panel";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type DomainRow, domainOfRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import {
  findOpenOperation,
  listPendingChanges,
  type OperationRow,
  operationOfRow,
} from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { delegatedHosts } from "../rules/delegation.ts";
import { scheduleOf } from "../rules/schedule.ts";
import type { TldRules } from "../tlds/tld-rules.ts";
import { explainStatus } from "./explain-status.ts";

type RegistrarPorts = Pick<DomainPorts, "registrars">;

export const isLocked = (registryStatuses: readonly string[]): boolean =>
  registryStatuses.includes("clientTransferProhibited");

export async function getDomain(ctx: WorkspaceCtx & RegistrarPorts, name: string): Promise<DomainDetails> {
  requireRight(ctx.actor, "domains:read");
  return domainDetailsOf(ctx, await getOwnDomain(ctx, name));
}

/** For a row that the caller has just read or written. */
export async function domainDetailsOf(
  ctx: WorkspaceCtx & RegistrarPorts,
  row: DomainRow,
  /** In a transaction, with a time that was read before it: the clock has a connection of its own. */
  { db, now = ctx.clock.now() }: { db: Queryable; now?: Date | Promise<Date> } = ctx,
): Promise<DomainDetails> {
  const [operation, [change], at] = await Promise.all([
    findOpenOperation(db, row),
    listPendingChanges(db, row),
    now,
  ]);
  return detailsOf(row, ctx.registrars.rulesOf(row.tld), operation ?? change, at);
}

function detailsOf(
  row: DomainRow,
  rules: TldRules,
  operation: OperationRow | undefined,
  now: Date,
): DomainDetails {
  const open = operation ? operationOfRow(operation) : null;
  return {
    ...domainOfRow(row),
    unicodeName: domainToUnicode(row.name),
    explanation: explainStatus(row, open?.kind ?? null, now),
    nameservers: delegatedHosts(row),
    dsRecords: row.dsRecords,
    locked: isLocked(row.registryStatuses),
    registryStatuses: row.registryStatuses,
    renewsAt: row.nextRenewalAt?.toISOString() ?? null,
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
  const details = await getDomain(ctx, name);
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now();
  const mail = await ctx.domainMail.findMailState(ctx.db, { workspaceId, domainName: name, now });
  return { ...details, mail };
}
