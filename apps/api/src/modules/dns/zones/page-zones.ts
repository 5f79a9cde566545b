import { type StoredServerAnswer, zones } from "@zonepost/db";
import type { ZonePage, ZonePageInput, ZoneSort } from "@zonepost/schema/panel";
import { inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type Fragment, pageOf, type SortKey, type Sql, sortBy } from "../../../kernel/http/sorted-page.ts";
import { joinOwnScripts, namesWith, ownScriptsOf } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DnsModulePorts } from "../ports.ts";
import { presentPublication } from "../publication/present-publication.ts";
import { presentZone } from "./present-zone.ts";

type Actor = WorkspaceCtx["actor"];
type Row = { id: string; place: string[]; problem: string | null; servers: StoredServerAnswer[] | null };

/** One page of the list that the panel shows, filtered and sorted by the database. */
export async function pageZones(
  ctx: WorkspaceCtx & Pick<DnsModulePorts, "zoneHosting">,
  input: ZonePageInput,
): Promise<ZonePage> {
  requireRight(ctx.actor, "zones:read");
  const sql = ctx.db.$client;
  const [rows, [counted]] = await Promise.all([
    selectPage(sql, ctx.actor, input),
    sql<{ total: number }[]>`select count(*)::int as total from zones where ${isSeen(sql, ctx.actor)}`,
  ]);
  const { items, nextCursor } = pageOf(rows, input.limit);
  const found = await ctx.db
    .select()
    .from(zones)
    .where(
      inArray(
        zones.id,
        items.map(({ id }) => id),
      ),
    );
  const zonesById = new Map(found.map((zone) => [zone.id, zone]));
  return {
    items: items.flatMap(({ id, problem, servers }) => {
      const zone = zonesById.get(id);
      const row = servers ? { problem, servers } : undefined;
      return zone
        ? [
            {
              ...presentZone(zone),
              publication: presentPublication(ctx.zoneHosting, zone.version, row).state,
            },
          ]
        : [];
    }),
    nextCursor,
    total: counted?.total ?? 0,
  };
}

/** As `zonesSeenBy`. */
const isSeen = (sql: Sql, { workspaceId, domainNames }: Actor): Fragment => sql`
  zones.workspace_id = ${workspaceId} and (${domainNames}::text[] is null or exists (
    select from unnest(${domainNames}::text[]) as seen (name)
    where zones.name = seen.name or right(zones.name, length(seen.name) + 1) = '.' || seen.name))`;

function keysOf(sql: Sql, sort: ZoneSort): SortKey[] {
  const name: SortKey = { value: sql`zones.name`, type: "text" };
  switch (sort) {
    case "name":
      return [{ value: sql`coalesce(own_folded, zones.name)`, type: "text" }, name];
    case "recordCount":
      return [{ value: sql`record_set_count`, type: "bigint" }, name];
    case "updatedAt":
      return [{ value: sql`updated_at`, type: "timestamptz" }, name];
  }
}

async function selectPage(sql: Sql, actor: Actor, input: ZonePageInput): Promise<Row[]> {
  const words = (input.q ?? "").toLowerCase();
  const named = await sql<{ name: string }[]>`
    select name from zones where ${isSeen(sql, actor)} and position('xn--' in name) > 0`;
  const ownScripts = ownScriptsOf(named.map(({ name }) => name));
  const { place, isAfter, order } = sortBy(sql, keysOf(sql, input.sort), input);
  return sql<Row[]>`
    select zones.id, problem, servers, ${place}
    from zones
    left join zone_publications on zone_publications.workspace_id = zones.workspace_id and zone_id = zones.id
    ${joinOwnScripts(sql, ownScripts, sql`zones.name`)}
    where ${isSeen(sql, actor)} and ${isAfter}
      and (position(${words} in zones.name) > 0 or zones.name = any (${namesWith(ownScripts, [words])}))
    order by ${order}
    limit ${input.limit + 1}`;
}
