import { mailDkimKeys, type Transaction } from "@zonepost/db";
import { and, eq, ne } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { dkimRecord } from "../model/policy.ts";
import type { NameserverRecords } from "../model/read-records.ts";
import { isShownEverywhere, shownBy } from "./dkim-policy.ts";

/**
 * Stores what a check of the domain's DNS records found at the keys' hosts. A pending key that it found everywhere is
 * looked at next. The caller has locked the mail domain.
 */
export async function recordShownKeys(
  tx: Transaction,
  { id, domainName }: Pick<MailDomainRow, "id" | "domainName">,
  answersOf: (host: string) => readonly NameserverRecords[] | undefined,
  now: Date,
): Promise<void> {
  const keys = await tx
    .select()
    .from(mailDkimKeys)
    .where(and(eq(mailDkimKeys.mailDomainId, id), ne(mailDkimKeys.stage, "retired")));
  for (const key of keys) {
    const answers = answersOf(dkimRecord({ ...key, domainName }).host);
    // A key that is newer than the check.
    if (!answers) {
      continue;
    }
    const shown = answers.map((answer) => shownBy(answer.nameserver, answer, key.publicKey));
    const isReady = key.stage === "pending" && isShownEverywhere(shown);
    await tx
      .update(mailDkimKeys)
      .set({ shown, checkedAt: now, ...(isReady ? { nextCheckAt: now } : {}) })
      .where(eq(mailDkimKeys.id, key.id));
    if (isReady) {
      await wakeWorkers(tx, "clock");
    }
  }
}
