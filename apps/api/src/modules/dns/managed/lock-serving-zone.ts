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

/** The same, locked. Under the lock of the name, so that a zone which is being created is waited for. */
export async function lockServingZone(tx: Transaction, own: NameOfWorkspace): Promise<ZoneRow | undefined> {
  await lockName(tx, own.zoneName);
  const [row] = await tx.select().from(zones).where(isServing(own)).for("update");
  return row;
}
