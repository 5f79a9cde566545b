import { type Transaction, zones } from "@zonepost/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { zoneEnding } from "../errors.ts";
import type { ZoneRow } from "./records.ts";

/** True if the actor has no domain limit, or the zone's name is one of the domains or below one. */
export const seesZone = ({ domainNames }: Pick<WorkspaceActor, "domainNames">, zoneName: string): boolean =>
  domainNames === null || domainNames.some((name) => zoneName === name || zoneName.endsWith(`.${name}`));

/** The same for rows. */
export const zonesSeenBy = ({ workspaceId, domainNames }: WorkspaceActor): SQL | undefined =>
  and(
    eq(zones.workspaceId, workspaceId),
    domainNames === null
      ? undefined
      : sql`exists (select from unnest(${sql.param([...domainNames])}::text[]) as seen (name)
          where ${zones.name} = seen.name or right(${zones.name}, length(seen.name) + 1) = '.' || seen.name)`,
  );

type Reader = Pick<WorkspaceCtx, "actor"> & { db: Queryable };

const isOwn = (ctx: Pick<WorkspaceCtx, "actor">, name: string) =>
  and(eq(zones.workspaceId, ctx.actor.workspaceId), eq(zones.name, name));

/** A zone that the actor can see. Any other name gets the same 404. */
export async function getOwnZone(ctx: Reader, name: string): Promise<ZoneRow> {
  if (!seesZone(ctx.actor, name)) {
    throw notFound();
  }
  const [row] = await ctx.db.select().from(zones).where(isOwn(ctx, name));
  if (!row) {
    throw notFound();
  }
  return row;
}

/** The same, locked until the transaction ends. Throws for a zone that ends, unless `isEndingToo`. */
export async function lockOwnZone(
  tx: Transaction,
  ctx: Pick<WorkspaceCtx, "actor">,
  name: string,
  { isEndingToo = false } = {},
): Promise<ZoneRow> {
  if (!seesZone(ctx.actor, name)) {
    throw notFound();
  }
  const [row] = await tx.select().from(zones).where(isOwn(ctx, name)).for("update");
  if (!row) {
    throw notFound();
  }
  if (row.endsAt && !isEndingToo) {
    throw zoneEnding(row.endsAt);
  }
  return row;
}
