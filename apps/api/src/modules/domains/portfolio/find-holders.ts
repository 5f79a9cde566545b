import { domainIntents, domains } from "@zonepost/db";
import type { DsRecord } from "@zonepost/schema";
import { and, eq, exists, inArray, isNull, type SQL, sql } from "drizzle-orm";
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
export const findHolders = (db: Queryable, names: readonly string[]): Promise<NameHolder[]> =>
  readHolders(db, inArray(domains.name, [...names]));

/** The domains below a name, in any workspace. */
export function findHoldersBelow(db: Queryable, name: string): Promise<NameHolder[]> {
  const reversed = [...`.${name}`].reverse().join("");
  // Names have no wildcard of LIKE but the underscore, which needs its escape.
  return readHolders(db, sql`reverse(${domains.name}) like ${`${reversed.replaceAll("_", "\\_")}%`}`);
}

async function readHolders(db: Queryable, condition: SQL): Promise<NameHolder[]> {
  const rows = await db
    .select({
      workspaceId: domains.workspaceId,
      domainId: domains.id,
      name: domains.name,
      status: domains.status,
      nameservers: domains.nameservers,
      dsRecords: domains.dsRecords,
      isArriving: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(domainIntents)
          .where(
            and(
              eq(domainIntents.domainId, domains.id),
              eq(domainIntents.kind, "transfer_in"),
              isNull(domainIntents.settledAt),
            ),
          ),
      )}`,
    })
    .from(domains)
    .where(and(condition, isHeld));
  return rows.map(({ status, isArriving, ...row }) => ({
    ...row,
    // A transfer to us has the same status as one away from us, and proves nothing until it is done.
    isActive: holdingStatuses.includes(status) && !isArriving,
  }));
}

const holdingStatuses = ["active", "expired", "pending_transfer"];
