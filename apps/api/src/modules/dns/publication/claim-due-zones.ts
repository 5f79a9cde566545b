import { sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";

/** Wall clock. A worker that dies while it has a zone in hand delays it by this much. */
const claimedForMs = 30_000;

export type DueZone = {
  workspaceId: string;
  zoneId: string;
  name: string;
  version: number;
  tries: number;
  pendingRecordSets: number;
};

type Claim = Pick<Ctx, "db" | "clock">;

const times = ({ clock }: Claim) => {
  const now = clock.wallNow();
  return { now: now.toISOString(), until: new Date(now.getTime() + claimedForMs).toISOString() };
};

/** Whether the primary has to be told something. */
export async function isProjectionDue(ctx: Claim): Promise<boolean> {
  const { now } = times(ctx);
  const [row] = await ctx.db.execute<{ isDue: boolean }>(sql`
    select exists (
      select from zone_publications p
      join zones z on z.workspace_id = p.workspace_id and z.id = p.zone_id
      where p.due_at <= ${now} and z.version is distinct from p.primary_version
    ) or exists (select from zone_withdrawals where due_at <= ${now}) as "isDue"`);
  return row?.isDue === true;
}

/** Zones whose present version isn't at the primary: of each workspace the one that has waited longest. */
export function claimDueZones(ctx: Claim, { limit }: { limit: number }): Promise<DueZone[]> {
  return claimZones(ctx, limit, sql`z.version is distinct from p.primary_version`);
}

/** Zones that the primary has, whose public nameservers are to be asked. */
export function claimUnconfirmedZones(ctx: Claim, { limit }: { limit: number }): Promise<DueZone[]> {
  return claimZones(ctx, limit, sql`z.version = p.primary_version`);
}

async function claimZones(ctx: Claim, limit: number, condition: ReturnType<typeof sql>): Promise<DueZone[]> {
  const { now, until } = times(ctx);
  return ctx.db.execute<DueZone>(sql`
    with due as (
      select distinct on (p.workspace_id) p.workspace_id, p.zone_id, p.due_at
      from zone_publications p
      join zones z on z.workspace_id = p.workspace_id and z.id = p.zone_id
      where p.due_at <= ${now} and ${condition}
      order by p.workspace_id, p.due_at, p.zone_id),
    next as (
      select p.workspace_id, p.zone_id from zone_publications p
      join due on due.workspace_id = p.workspace_id and due.zone_id = p.zone_id
      where p.due_at <= ${now}
      order by due.due_at
      limit ${limit}
      for update of p skip locked)
    update zone_publications p set due_at = ${until}
    from next, zones z
    where p.workspace_id = next.workspace_id and p.zone_id = next.zone_id
      and z.workspace_id = p.workspace_id and z.id = p.zone_id
    returning p.workspace_id as "workspaceId", p.zone_id as "zoneId", z.name, z.version, p.tries,
      p.pending_record_sets as "pendingRecordSets"`);
}

export function claimDueWithdrawals(
  ctx: Claim,
  { limit }: { limit: number },
): Promise<{ workspaceId: string; name: string; tries: number }[]> {
  const { now, until } = times(ctx);
  return ctx.db.execute(sql`
    with due as (
      select distinct on (workspace_id) workspace_id, name from zone_withdrawals
      where due_at <= ${now}
      order by workspace_id, due_at, name
      limit ${limit})
    update zone_withdrawals w set due_at = ${until}
    from due
    where w.workspace_id = due.workspace_id and w.name = due.name and w.due_at <= ${now}
    returning w.workspace_id as "workspaceId", w.name, w.tries`);
}
