import { mailDkimKeys, mailDomains, type Transaction } from "@zonepost/db";
import type { MailDkimKey } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { dkimRotationPending } from "../errors.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import { type PlacingCtx, placeMailRecords } from "../zone-records/place-mail-records.ts";
import { generateDkimKey } from "./generate-dkim-key.ts";
import { keyOfRow } from "./list-dkim-keys.ts";
import { type DkimKeyRow, storeKey } from "./signing-key.ts";

/** Creates the key that replaces the current one once it is published and held by the mail hosts. */
export async function rotateDkimKey(
  ctx: WorkspaceCtx & Pick<MailPorts, "secretBox" | "mailDnsSettings">,
  domainName: string,
): Promise<MailDkimKey> {
  requireRight(ctx.actor, "mail:write");
  // Checked first without the lock to save the key of a refused rotation; the check under the lock decides.
  await requireNoPendingKey(ctx.db, await getOwnMailDomain(ctx, domainName));
  const key = await generateDkimKey();
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    await requireNoPendingKey(tx, mailDomain);
    return keyOfRow(await storePendingKey(tx, ctx, mailDomain, key, now), mailDomain);
  });
}

/** The caller has locked the mail domain, which has no pending key. The schedule waits until the rotation has ended. */
export async function storePendingKey(
  tx: Transaction,
  ctx: PlacingCtx & Pick<MailPorts, "secretBox">,
  mailDomain: MailDomainRow,
  key: Awaited<ReturnType<typeof generateDkimKey>>,
  now: Date,
): Promise<DkimKeyRow> {
  const row = await storeKey(tx, ctx, mailDomain.id, key, {
    stage: "pending",
    createdAt: now,
    nextCheckAt: now,
  });
  await tx.update(mailDomains).set({ dkimRotatesAt: null }).where(eq(mailDomains.id, mailDomain.id));
  await placeMailRecords(tx, ctx, mailDomain);
  await wakeWorkers(tx, "clock");
  await audit(tx, ctx, {
    workspaceId: mailDomain.workspaceId,
    action: "mail.dkim_rotation_started",
    target: mailDomain.domainName,
    details: { selector: row.selector },
    occurredAt: now,
  });
  return row;
}

export async function findPendingKey(
  db: Queryable,
  { id }: Pick<MailDomainRow, "id">,
): Promise<DkimKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(mailDkimKeys)
    .where(and(eq(mailDkimKeys.mailDomainId, id), eq(mailDkimKeys.stage, "pending")));
  return row;
}

async function requireNoPendingKey(db: Queryable, mailDomain: MailDomainRow): Promise<void> {
  const pending = await findPendingKey(db, mailDomain);
  if (pending) {
    throw dkimRotationPending(pending.selector);
  }
}
