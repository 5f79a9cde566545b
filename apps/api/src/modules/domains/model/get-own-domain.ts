import { domains, type Transaction } from "@zonepost/db";
import type { DomainStatus } from "@zonepost/schema";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { seesDomain } from "../../../kernel/rights.ts";
import type { DomainRow } from "./domain-row.ts";

export const terminalStatuses: DomainStatus[] = ["deleted", "transferred_out"];

/** Excludes the rows of domains that are gone, which remain for their history. */
export const isHeld = notInArray(domains.status, terminalStatuses);

export const isHeldByWorkspace = (workspaceId: string) => and(eq(domains.workspaceId, workspaceId), isHeld);

export async function findOwnNames(
  db: Queryable,
  workspaceId: string,
  names: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(isHeldByWorkspace(workspaceId), inArray(domains.name, [...names])));
  return rows.map(({ name }) => name);
}

/** A domain that the actor can see. Any other name gets the same 404. */
export async function getOwnDomain(ctx: WorkspaceCtx, name: string): Promise<DomainRow> {
  if (!seesDomain(ctx.actor, name)) {
    throw notFound();
  }
  const [row] = await ctx.db.select().from(domains).where(isOwn(ctx, name));
  if (!row) {
    throw notFound();
  }
  return row;
}

/** Those of the names that the actor can see. */
export async function readOwnDomains(ctx: WorkspaceCtx, names: readonly string[]): Promise<DomainRow[]> {
  const seen = names.filter((name) => seesDomain(ctx.actor, name));
  return seen.length === 0
    ? []
    : ctx.db
        .select()
        .from(domains)
        .where(and(isHeldByWorkspace(ctx.actor.workspaceId), inArray(domains.name, seen)));
}

/** A domain that the actor can see, locked: it can't leave the workspace before the transaction ends. */
export async function lockOwnDomain(tx: Transaction, ctx: WorkspaceCtx, name: string): Promise<DomainRow> {
  if (!seesDomain(ctx.actor, name)) {
    throw notFound();
  }
  const [row] = await tx.select().from(domains).where(isOwn(ctx, name)).for("share");
  if (!row) {
    throw notFound();
  }
  return row;
}

const isOwn = (ctx: WorkspaceCtx, name: string) =>
  and(isHeldByWorkspace(ctx.actor.workspaceId), eq(domains.name, name));

export const isActiveDomain = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.$count(domains, and(eq(domains.id, id), eq(domains.status, "active")))) > 0;
