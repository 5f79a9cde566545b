import { domainOperations, domains, type Transaction } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { terminalStatuses } from "../model/get-own-domain.ts";
import { findDomainOfLine } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { isInAddGrace } from "../rules/deletion.ts";
import { startDeletion } from "./delete-domain.ts";

/** The domain that an order line registered. `isUndoable` if deleting it now returns the cost of its registration. */
export async function findRegisteredDomain(
  db: Queryable,
  { registrars }: Pick<DomainPorts, "registrars">,
  orderLineId: string,
  now: Date,
): Promise<{ id: string; isHeld: boolean; isUndoable: boolean } | undefined> {
  const domain = await findDomainOfLine(db, orderLineId);
  if (!domain) {
    return undefined;
  }
  const isNew = isInAddGrace(domain, registrars.rulesOf(domain.tld), now);
  return {
    id: domain.id,
    isHeld: !terminalStatuses.includes(domain.status),
    isUndoable: isNew && domain.status === "active",
  };
}

/**
 * Deletes a domain whose registration is refunded. The caller has checked the right to return the money, and can check again
 * in the transaction that begins the deletion.
 */
export const undoRegistration = (
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
  beforehand?: (tx: Transaction, now: Date) => Promise<void>,
): Promise<DomainOperation> =>
  startDeletion(ctx, domain, async (row, now, tx) => {
    if (row.status !== "active" || !isInAddGrace(row, ctx.registrars.rulesOf(row.tld), now)) {
      throw wrongStatus("deleted", row.status);
    }
    await beforehand?.(tx, now);
  });

/** How many deletions of new domains the workspace has begun, of which the registries haven't answered. */
export async function countUndoings(
  tx: Transaction,
  { registrars }: DomainPorts,
  workspaceId: string,
  now: Date,
): Promise<number> {
  const rows = await tx
    .select({ tld: domains.tld, registeredAt: domains.registeredAt })
    .from(domains)
    .innerJoin(domainOperations, eq(domainOperations.domainId, domains.id))
    .where(
      and(
        eq(domains.workspaceId, workspaceId),
        eq(domainOperations.kind, "deletion"),
        isNull(domainOperations.finishedAt),
      ),
    );
  return rows.filter((row) => isInAddGrace(row, registrars.rulesOf(row.tld), now)).length;
}
