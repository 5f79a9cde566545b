import { mailDkimKeys, mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { dkimKeyOwner, findDkimBox } from "./dkim-sealing.ts";
import type { generateDkimKey } from "./generate-dkim-key.ts";

export type DkimKeyRow = typeof mailDkimKeys.$inferSelect;

/** Active mail has exactly one key that signs. */
export const isSigning = eq(mailDkimKeys.stage, "active");

export async function readSigningKey(db: Queryable, mailDomainId: string): Promise<DkimKeyRow> {
  const [key] = await db
    .select()
    .from(mailDkimKeys)
    .where(and(eq(mailDkimKeys.mailDomainId, mailDomainId), isSigning));
  if (!key) {
    throw new Error(`the mail domain ${mailDomainId} has no signing key`);
  }
  return key;
}

/** The first key of mail signs at once; keys from before an earlier deactivation never sign again. */
export async function storeFirstKey(
  tx: Transaction,
  { secretBox }: Pick<MailPorts, "secretBox">,
  mailDomainId: string,
  key: Awaited<ReturnType<typeof generateDkimKey>>,
  now: Date,
): Promise<DkimKeyRow> {
  await tx
    .update(mailDkimKeys)
    .set({ stage: "retired", privateKeyEncrypted: null, retiredAt: now, nextCheckAt: null })
    .where(and(eq(mailDkimKeys.mailDomainId, mailDomainId), ne(mailDkimKeys.stage, "retired")));
  const row = await storeKey(tx, { secretBox }, mailDomainId, key, {
    stage: "active",
    createdAt: now,
    activatedAt: now,
  });
  await restartSchedule(tx, mailDomainId, now);
  return row;
}

/** Stores a key under a new selector. The caller has locked the mail domain. */
export async function storeKey(
  tx: Transaction,
  { secretBox }: Pick<MailPorts, "secretBox">,
  mailDomainId: string,
  key: Awaited<ReturnType<typeof generateDkimKey>>,
  values: Pick<typeof mailDkimKeys.$inferInsert, "stage" | "createdAt" | "activatedAt" | "nextCheckAt">,
): Promise<DkimKeyRow> {
  const box = await findDkimBox(tx, secretBox);
  const earlierKeys = await tx.$count(mailDkimKeys, eq(mailDkimKeys.mailDomainId, mailDomainId));
  const [row] = await tx
    .insert(mailDkimKeys)
    .values({
      ...values,
      id: newId(),
      mailDomainId,
      selector: selectorOf(earlierKeys + 1),
      publicKey: key.publicKey,
      privateKeyEncrypted: box.seal(key.privateKeyPem, dkimKeyOwner(mailDomainId)),
    })
    .returning();
  if (!row) {
    throw new Error("the insert of a DKIM key gave no row");
  }
  await wakeMailHosts(tx);
  return row;
}

/** Counts the days until the next rotation from now, if the mail domain has a schedule. */
export async function restartSchedule(tx: Transaction, mailDomainId: string, now: Date): Promise<void> {
  await tx
    .update(mailDomains)
    .set({
      dkimRotatesAt: sql`${now.toISOString()}::timestamptz + make_interval(hours => 24 * ${mailDomains.dkimRotationDays})`,
    })
    .where(eq(mailDomains.id, mailDomainId));
}

/** A new key has a new name, so that resolvers never answer with another key's record. */
const selectorOf = (keyNumber: number): string => `zp${keyNumber}`;
