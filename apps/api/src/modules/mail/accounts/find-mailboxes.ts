import { mailAccounts, mailDomains } from "@zonepost/db";
import type { Mailbox } from "@zonepost/schema/panel";
import { and, asc, eq, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { seenBy } from "../../../kernel/seen-by.ts";
import { isCurrent } from "../model/mail-domain-row.ts";
import { isNotDeleted } from "./read-accounts.ts";

const mostMailboxes = 8;

/** The first mailboxes whose address or name contains the words, across all mail domains that the actor sees. */
export async function findMailboxes(ctx: WorkspaceCtx, words: string): Promise<Mailbox[]> {
  requireRight(ctx.actor, "mail:read");
  const haystack = sql`lower(${mailAccounts.fullAddress} || ' ' || ${mailAccounts.displayName})`;
  return ctx.db
    .select({
      fullAddress: mailAccounts.fullAddress,
      displayName: mailAccounts.displayName,
      domainName: mailDomains.domainName,
    })
    .from(mailAccounts)
    .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
    .where(
      and(
        seenBy(ctx.actor, mailDomains),
        isCurrent,
        isNotDeleted,
        // strpos, because a "%" or "_" in the words would be a wildcard for LIKE.
        sql`strpos(${haystack}, ${words.toLowerCase()}) > 0`,
      ),
    )
    .orderBy(asc(mailAccounts.fullAddress))
    .limit(mostMailboxes);
}
