import { type Transaction, zones } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ZoneRow } from "../model/records.ts";
import { lockName } from "../zones/lock-name.ts";

export type NameOfWorkspace = { workspaceId: string; zoneName: string };

const isServing = ({ workspaceId, zoneName }: NameOfWorkspace) =>
  and(eq(zones.workspaceId, workspaceId), eq(zones.name, zoneName), isNull(zones.endsAt));

/** The workspace's zone of this name, unless it ends. */
export async function findServingZone(db: Queryable, own: NameOfWorkspace): Promise<ZoneRow | undefined> {
  const [row] = await db.select().from(zones).where(isServing(own));
  return row;
}

/**
 * The same, locked. With `locksName`, a zone that is being created is waited for; a domain that leaves has this lock before
 * that of its mail, so take it only under the lock of the domain.
 */
export async function lockServingZone(
  tx: Transaction,
  own: NameOfWorkspace,
  { locksName = false } = {},
): Promise<ZoneRow | undefined> {
  if (locksName) {
    await lockName(tx, own.zoneName);
  }
  const [row] = await tx.select().from(zones).where(isServing(own)).for("update");
  return row;
}
