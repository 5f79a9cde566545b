import { workspaces } from "@zonepost/db";
import { inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export async function readWorkspaceNames(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) {
    return new Map();
  }
  const rows = await db
    .select({ id: workspaces.id, name: workspaces.name })
    .from(workspaces)
    .where(inArray(workspaces.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
