import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { seesDomain } from "../../../kernel/rights.ts";
import { mailDeactivated } from "../errors.ts";
import { isCurrent, isNotErasedAt, type MailDomainRow } from "./mail-domain-row.ts";

const isOwn = (ctx: WorkspaceCtx, domainName: string) =>
  and(eq(mailDomains.workspaceId, ctx.actor.workspaceId), eq(mailDomains.domainName, domainName), isCurrent);

/** A mail domain that the actor can see. Any other name gets the same 404. */
export async function getOwnMailDomain(ctx: WorkspaceCtx, domainName: string): Promise<MailDomainRow> {
  if (!seesDomain(ctx.actor, domainName)) {
    throw notFound();
  }
  const [row] = await ctx.db.select().from(mailDomains).where(isOwn(ctx, domainName));
  if (!row) {
    throw notFound();
  }
  return row;
}

/**
 * The same, locked until the transaction ends. Take this lock before counting or comparing the domain's addresses.
 * Throws for deactivated mail, in which nothing can be changed, unless `isDeactivatedToo`.
 */
export async function lockOwnMailDomain(
  tx: Transaction,
  ctx: WorkspaceCtx,
  domainName: string,
  { isDeactivatedToo = false } = {},
): Promise<MailDomainRow> {
  if (!seesDomain(ctx.actor, domainName)) {
    throw notFound();
  }
  const now = await ctx.clock.now();
  const [row] = await tx
    .select()
    .from(mailDomains)
    .where(and(isOwn(ctx, domainName), isNotErasedAt(now)))
    .for("update");
  if (!row) {
    throw notFound();
  }
  if (row.deactivatedAt !== null && !isDeactivatedToo) {
    throw mailDeactivated(row.erasesAt);
  }
  return row;
}
