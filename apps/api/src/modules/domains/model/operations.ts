import { domainOperations, domains, type Transaction } from "@zonepost/db";
import { type DomainOperation, domainOperation } from "@zonepost/schema";
import { and, asc, desc, eq, isNull, not, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { DomainRow } from "./domain-row.ts";

/** The order line that an operation executes. */
export type ForOrderLine = {
  orderLineId?: string | undefined;
  /** In the transaction that begins the operation. Throws if the line mustn't begin. */
  whenBegun?: ((tx: Transaction) => Promise<void>) | undefined;
};

export type OperationRow = typeof domainOperations.$inferSelect;

export const operationOfRow = (row: OperationRow): DomainOperation => ({
  id: publicId("dop", row.id),
  kind: row.kind,
  domainName: row.domainName,
  state: row.state,
  reason: row.reason,
  waitsUntil: row.waitsUntil?.toISOString() ?? null,
  years: row.years,
  priceCents: row.priceCents,
  currency: row.currency,
  requestedBy: { kind: row.actor.kind, name: row.actor.name },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export async function readOperation(db: Queryable, operationId: string): Promise<DomainOperation> {
  const [row] = await db.select().from(domainOperations).where(eq(domainOperations.id, operationId));
  if (!row) {
    throw new Error(`the operation ${operationId} has vanished`);
  }
  return operationOfRow(row);
}

/** The latest operation of an order line. Earlier ones failed. */
export async function findOperationOfLine(
  db: Queryable,
  orderLineId: string,
): Promise<DomainOperation | undefined> {
  const [row] = await db
    .select()
    .from(domainOperations)
    .where(eq(domainOperations.orderLineId, orderLineId))
    .orderBy(desc(domainOperations.id))
    .limit(1);
  return row && operationOfRow(row);
}

/** The order line that the domain's registration was bought with; null if it wasn't. */
export async function findRegistrationLine(db: Queryable, domainId: string): Promise<string | null> {
  const [registration] = await db
    .select({ orderLineId: domainOperations.orderLineId })
    .from(domainOperations)
    .where(
      and(
        eq(domainOperations.domainId, domainId),
        eq(domainOperations.kind, "registration"),
        eq(domainOperations.state, "succeeded"),
      ),
    );
  return registration?.orderLineId ?? null;
}

/** The domain that an order line registered. */
export async function findDomainOfLine(db: Queryable, orderLineId: string): Promise<DomainRow | undefined> {
  const [found] = await db
    .select({ domain: domains })
    .from(domainOperations)
    .innerJoin(domains, eq(domains.id, domainOperations.domainId))
    .where(
      and(
        eq(domainOperations.orderLineId, orderLineId),
        eq(domainOperations.kind, "registration"),
        eq(domainOperations.state, "succeeded"),
      ),
    );
  return found?.domain;
}

const isChange = sql`${domainOperations.kind} like '%_change'`;

const isOpenOf = (domain: { workspaceId: string; name: string }) =>
  and(
    eq(domainOperations.workspaceId, domain.workspaceId),
    eq(domainOperations.domainName, domain.name),
    isNull(domainOperations.finishedAt),
  );

/** A domain has at most one, not counting changes that its registry completes later. */
export async function findOpenOperation(
  db: Queryable,
  domain: { workspaceId: string; name: string },
): Promise<OperationRow | undefined> {
  const [row] = await db
    .select()
    .from(domainOperations)
    .where(and(isOpenOf(domain), not(isChange)));
  return row;
}

/** Changes that the registry has accepted and completes later, oldest first. */
export const listPendingChanges = (
  db: Queryable,
  domain: { workspaceId: string; name: string },
): Promise<OperationRow[]> =>
  db
    .select()
    .from(domainOperations)
    .where(and(isOpenOf(domain), isChange))
    .orderBy(asc(domainOperations.id));

/** The response of changes that some registries complete later (RFC 5730, code 1001). */
export const acceptedByRegistry = {
  output: domainOperation,
  outputDescription: "The registry completes the change later. Follow the operation.",
};
