import { domains } from "@zonepost/db";
import { and, eq, notInArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { seesDomain } from "../../../kernel/rights.ts";
import type { DomainRow } from "./domain-row.ts";

export const goneStatuses = ["deleted", "transferred_out"];

/** The domains that a workspace has; those that are gone stay for their history. */
export const heldBy = (workspaceId: string) =>
  and(eq(domains.workspaceId, workspaceId), notInArray(domains.status, goneStatuses));

/** A domain of the workspace that the actor sees, or the answer that they would get for a name that nobody has. */
export async function getOwnDomain(ctx: WorkspaceCtx, name: string): Promise<DomainRow> {
  if (!seesDomain(ctx.actor, name)) {
    throw notFound();
  }
  const [row] = await ctx.db
    .select()
    .from(domains)
    .where(and(heldBy(ctx.actor.workspaceId), eq(domains.name, name)));
  if (!row) {
    throw notFound();
  }
  return row;
}
