import { mailAccounts, type Transaction } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import { wakeMailHosts } from "./wake-mail-hosts.ts";

/**
 * Ends the sessions that signed in with the account's own password, with an app password whose row is deleted, or all of
 * them: the agents of the mail hosts compare each session with these columns.
 */
export async function voidSignIns(
  tx: Transaction,
  accountId: string,
  which: "own password" | "deleted app passwords" | "all",
): Promise<void> {
  const next = (column: typeof mailAccounts.passwordVersion | typeof mailAccounts.sessionVersion) =>
    sql<number>`${column} + 1`;
  await tx
    .update(mailAccounts)
    .set({
      signInsVoidBefore: sql`now()`,
      passwordVersion: which === "own password" ? next(mailAccounts.passwordVersion) : undefined,
      sessionVersion: which === "all" ? next(mailAccounts.sessionVersion) : undefined,
    })
    .where(eq(mailAccounts.id, accountId));
  await wakeMailHosts(tx);
}
