import { mailAccounts, mailDomains } from "@zonepost/db";
import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isCurrent } from "../model/mail-domain-row.ts";
import { isNotDeleted } from "./read-accounts.ts";

/** The addresses of a workspace's mailboxes, without a check of rights. */
export async function listMailboxAddresses(db: Queryable, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ address: mailAccounts.fullAddress })
    .from(mailAccounts)
    .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
    .where(and(eq(mailDomains.workspaceId, workspaceId), isCurrent, isNotDeleted))
    .orderBy(asc(mailAccounts.fullAddress));
  return rows.map(({ address }) => address);
}
