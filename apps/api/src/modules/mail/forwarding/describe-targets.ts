import { mailDomains, mailForwardTargets, mailPausedForwards } from "@zonepost/db";
import type { MailAliasTarget } from "@zonepost/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { seenBy } from "../../../kernel/seen-by.ts";
import { isCurrent, type MailDomainRow } from "../model/mail-domain-row.ts";
import { domainOfAddress } from "../model/policy.ts";
import { targetState } from "./policy.ts";

/**
 * Returns whether an address is inside the workspace. Only domains that the actor can see count, so that other domains
 * with mail aren't revealed.
 */
export async function readIsInternal(
  db: Queryable,
  { actor }: Pick<WorkspaceCtx, "actor">,
): Promise<(address: string) => boolean> {
  const rows = await db
    .select({ name: mailDomains.domainName })
    .from(mailDomains)
    .where(and(seenBy(actor, mailDomains), isCurrent));
  const names = new Set(rows.map((row) => row.name));
  return (address) => names.has(domainOfAddress(address));
}

/** The addresses outside the workspace. */
export async function filterOutside(
  db: Queryable,
  ctx: Pick<WorkspaceCtx, "actor">,
  addresses: readonly string[],
): Promise<string[]> {
  const isInternal = await readIsInternal(db, ctx);
  return addresses.filter((address) => !isInternal(address));
}

export type Forward = { source: string; target: string };

/** Describes the targets of a mail domain's aliases or accounts, in their order. */
export async function describeTargets(
  db: Queryable,
  ctx: Pick<WorkspaceCtx, "actor">,
  mailDomain: Pick<MailDomainRow, "id">,
  forwards: readonly Forward[],
): Promise<MailAliasTarget[]> {
  if (forwards.length === 0) {
    return [];
  }
  const addresses = forwards.map(({ target }) => target);
  const isInternal = await readIsInternal(db, ctx);
  const rows = await db
    .select()
    .from(mailForwardTargets)
    .where(
      and(
        eq(mailForwardTargets.mailDomainId, mailDomain.id),
        inArray(mailForwardTargets.address, [...new Set(addresses)]),
      ),
    );
  const rowByAddress = new Map(rows.map((row) => [row.address, row]));
  const isPaused = await readIsPaused(db, mailDomain);
  return forwards.map((forward) => {
    const address = forward.target;
    const external = !isInternal(address);
    const state = external ? targetState(rowByAddress.get(address)) : "active";
    return { address, external, state: isPaused(forward) ? "paused" : state };
  });
}

async function readIsPaused(db: Queryable, { id }: Pick<MailDomainRow, "id">) {
  const rows = await db
    .select({ source: mailPausedForwards.source, target: mailPausedForwards.target })
    .from(mailPausedForwards)
    .where(eq(mailPausedForwards.mailDomainId, id));
  return ({ source, target }: Forward) => rows.some((row) => row.source === source && row.target === target);
}
