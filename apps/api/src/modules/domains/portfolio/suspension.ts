import { domains } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { isHeldByWorkspace } from "../model/get-own-domain.ts";
import { recordHistory } from "../notifications/record-history.ts";
import type { DomainPorts } from "../ports.ts";
import { changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { changeTransferLock } from "./transfer-lock.ts";

type OwnName = { workspaceId: string; name: string };
type SuspensionCtx = Ctx & DomainPorts;

const hold = "clientHold";
const lock = "clientTransferProhibited";

/** The domain that the workspace has under this name. */
export async function findHeldDomain(
  db: Queryable,
  { workspaceId, name }: OwnName,
): Promise<DomainRow | undefined> {
  const [row] = await db
    .select()
    .from(domains)
    .where(and(isHeldByWorkspace(workspaceId), eq(domains.name, name)));
  return row;
}

const isReachable = ({ status }: DomainRow): boolean => status === "active" || status === "expired";

/**
 * Takes an unpaid domain out of the DNS and locks it against transfers. `later` during a transfer, which goes on, or a
 * deletion. Can be repeated: only what is missing is sent.
 */
export async function suspendDomain(ctx: SuspensionCtx, own: OwnName): Promise<"done" | "later"> {
  const row = await markSuspended(ctx, own);
  if (!row) {
    return "later";
  }
  const missing = missingStatuses(ctx, row);
  if (missing.length > 0) {
    requireChangeable(row, { evenExpired: true });
  }
  for (const status of missing) {
    await changeStatus(ctx, row, status, true);
  }
  const after = await findHeldDomain(ctx.db, own);
  if (after?.suspendedAt === null) {
    // It has ended while the registry was asked.
    await removeStatuses(ctx, after, missing);
  }
  return "done";
}

async function removeStatuses(
  ctx: SuspensionCtx,
  row: DomainRow,
  statuses: readonly string[],
): Promise<void> {
  const left = statuses.filter((status) => row.registryStatuses.includes(status));
  if (left.length > 0) {
    requireChangeable(row, { evenExpired: true });
  }
  for (const status of left) {
    await changeStatus(ctx, row, status, false);
  }
}

const missingStatuses = ({ registrars }: SuspensionCtx, { tld, registryStatuses }: DomainRow): string[] =>
  [hold, ...(registrars.rulesOf(tld).transferLock ? [lock] : [])].filter(
    (status) => !registryStatuses.includes(status),
  );

/** Stored first, so that no status is left behind. What was set before stays when the suspension ends. */
async function markSuspended(ctx: SuspensionCtx, own: OwnName): Promise<DomainRow | undefined> {
  const now = await ctx.clock.now();
  const found = await findHeldDomain(ctx.db, own);
  return ctx.db.transaction(async (tx) => {
    const [row] = found ? await tx.select().from(domains).where(eq(domains.id, found.id)).for("update") : [];
    if (!row || !isReachable(row)) {
      return undefined;
    }
    const suspensionStatuses = [...new Set([...row.suspensionStatuses, ...missingStatuses(ctx, row)])];
    const change = { suspendedAt: row.suspendedAt ?? now, suspensionStatuses };
    await tx.update(domains).set(change).where(eq(domains.id, row.id));
    if (row.suspendedAt === null) {
      await recordHistory(tx, ctx, [
        {
          domain: row,
          kind: "settings_change",
          action: "domain.suspended",
          summary: "Suspended: a dispute about its payment was lost",
          details: {},
          occurredAt: now,
        },
      ]);
    }
    return { ...row, ...change };
  });
}

/** Ends the suspension, if there is one: the statuses that it has set are removed. */
export async function resumeDomain(ctx: SuspensionCtx, own: OwnName): Promise<"done" | "later"> {
  const row = await findHeldDomain(ctx.db, own);
  if (!row || row.suspendedAt === null) {
    return "done";
  }
  if (!isReachable(row)) {
    return "later";
  }
  await removeStatuses(ctx, row, row.suspensionStatuses);
  const now = await ctx.clock.now();
  const isResumed = await ctx.db.transaction(async (tx) => {
    const [resumed] = await tx
      .update(domains)
      .set({ suspendedAt: null, suspensionStatuses: [] })
      .where(
        and(
          eq(domains.id, row.id),
          eq(domains.suspendedAt, row.suspendedAt ?? now),
          // One that was being set at this moment has to be removed first.
          sql`not (${domains.registryStatuses} && ${domains.suspensionStatuses})`,
        ),
      )
      .returning();
    if (resumed) {
      await recordHistory(tx, ctx, [
        {
          domain: row,
          kind: "settings_change",
          action: "domain.resumed",
          summary: "Suspension ended",
          details: {},
          occurredAt: now,
        },
      ]);
    }
    return resumed !== undefined;
  });
  return isResumed ? "done" : "later";
}

async function changeStatus(
  ctx: SuspensionCtx,
  row: DomainRow,
  status: string,
  isSet: boolean,
): Promise<void> {
  if (status === lock) {
    await changeTransferLock(ctx, row, isSet);
    return;
  }
  await changeAtRegistry(ctx, row, { kind: "change_hold", held: isSet }, (registrar, options) =>
    registrar.changeHold(row.name, isSet, options),
  );
}
