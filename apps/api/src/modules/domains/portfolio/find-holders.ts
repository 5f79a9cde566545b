import { domains } from "@zonepost/db";
import type { DsRecord } from "@zonepost/schema";
import { and, inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isHeld } from "../model/get-own-domain.ts";

/** Who has a name: also while it is being registered, or can only be restored. */
export type NameHolder = {
  workspaceId: string;
  domainId: string;
  name: string;
  /** True while the workspace has the domain, in grace included. */
  isActive: boolean;
  nameservers: string[];
  dsRecords: DsRecord[];
};

/** The domains with these names, in any workspace. For rules about names: the result never reaches a caller. */
export async function findHolders(db: Queryable, names: readonly string[]): Promise<NameHolder[]> {
  const rows = await db
    .select({
      workspaceId: domains.workspaceId,
      domainId: domains.id,
      name: domains.name,
      status: domains.status,
      nameservers: domains.nameservers,
      dsRecords: domains.dsRecords,
    })
    .from(domains)
    .where(and(inArray(domains.name, [...names]), isHeld));
  return rows.map(({ status, ...row }) => ({ ...row, isActive: holdingStatuses.includes(status) }));
}

const holdingStatuses = ["active", "expired", "pending_transfer"];
