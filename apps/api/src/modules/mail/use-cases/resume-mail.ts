import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { ReturningDomain } from "../../domains/index.ts";
import { isNotErasedAt } from "../mail-domain-row.ts";

/** Accounts, aliases and the DKIM key are those from before. */
export async function resumeMail(tx: Transaction, { id, returnedAt }: ReturningDomain): Promise<void> {
  await tx
    .update(mailDomains)
    .set({ leftAt: null, erasesAt: null })
    .where(and(eq(mailDomains.domainId, id), isNotErasedAt(returnedAt)));
}
