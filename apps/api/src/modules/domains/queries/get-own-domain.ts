import { domains } from "@zonepost/db";
import { and, eq, notInArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { seesDomain } from "../../../kernel/rights.ts";
import type { DomainRow } from "../domain-row.ts";

export const goneStatuses = ["deleted", "transferred_out"];

/** A domain of the workspace that the actor sees, or the answer that they would get for a name that nobody has. */
export async function getOwnDomain(ctx: WorkspaceCtx, name: string): Promise<DomainRow> {
  if (!seesDomain(ctx.actor, name)) throw notFound();
  const [row] = await ctx.db
    .select()
    .from(domains)
    .where(
      and(
        eq(domains.workspaceId, ctx.actor.workspaceId),
        eq(domains.name, name),
        notInArray(domains.status, goneStatuses),
      ),
    );
  if (!row) throw notFound();
  return row;
}
