import { mailDomains, type Transaction } from "@zonepost/db";
import type { MailActivation, MailActivationInput } from "@zonepost/schema";
import { and, eq, isNotNull, lte } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain, lockOwnDomain } from "../../domains/index.ts";
import { requirePlanFits } from "../accounts/require-room.ts";
import { generateDkimKey } from "../dkim/generate-dkim-key.ts";
import { storeFirstKey } from "../dkim/signing-key.ts";
import { scheduleDnsCheck } from "../dns-records/check-due-dns-records.ts";
import { domainNotActive, mailAlreadyActive, mailDeactivated } from "../errors.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { pauseLoops } from "../forwarding/loops/pause-loops.ts";
import { activationOfRow, isCurrent, isNotErasedAt } from "../model/mail-domain-row.ts";
import { nextDatesOf, renewedUntil } from "../model/plan-policy.ts";
import { planOf } from "../model/policy.ts";
import type { MailPorts } from "../ports.ts";
import { placeMailRecords } from "../zone-records/place-mail-records.ts";

/**
 * If the workspace's former mail of this name is still kept, its accounts and aliases come back with a new DKIM key.
 * `alongside` writes in the transaction that activates the mail, so that it happens exactly when the activation does.
 */
export async function activateMail(
  ctx: WorkspaceCtx & Pick<MailPorts, "secretBox" | "panelUrl" | "mailDnsSettings">,
  input: MailActivationInput,
  alongside: (tx: Transaction, now: Date) => Promise<void> = async () => {},
): Promise<MailActivation> {
  // Checked first without the lock to save the key of a refused activation; the check under the lock decides.
  await requireMailActivatable(ctx, input);
  const { slug: planSlug, maxAccounts, storageGigabytes } = planOf(input.planSlug);
  const key = await generateDkimKey();
  const now = await ctx.clock.now();
  const paidUntil = renewedUntil({ paidUntil: now }, now);
  const autoRenew = true;
  const term = {
    paidUntil,
    autoRenew,
    ...nextDatesOf({ autoRenew, paidUntil }, now),
    renewalFailedAt: null,
    nextPlanSlug: null,
  };
  return ctx.db.transaction(async (tx) => {
    const domain = await lockOwnDomain(tx, ctx, input.domainName);
    await requireActivatable(tx, domain, now);
    // Deactivated mail that is due for erasure no longer has the name.
    await tx
      .update(mailDomains)
      .set({ leftAt: now })
      .where(and(eq(mailDomains.domainName, domain.name), isCurrent, lte(mailDomains.erasesAt, now)));
    if ((await formerMail(tx, domain, now)).length > 0) {
      await lockForwarding(tx);
    }
    const [former] = await formerMail(tx, domain, now).for("update");
    const accountCount = await requireRoom(tx, former, input);
    const id = former?.id ?? newId();
    const values = {
      domainId: domain.id,
      planSlug,
      maxAccounts,
      storageGigabytes,
      status: "active",
      activatedAt: now,
      ...term,
      interruptedPaidUntil: null,
      suspendedAt: null,
      deactivatedAt: null,
      leftAt: null,
      erasesAt: null,
    } as const;
    const { workspaceId } = ctx.actor;
    const [row] = former
      ? await tx.update(mailDomains).set(values).where(eq(mailDomains.id, id)).returning()
      : await tx
          .insert(mailDomains)
          .values({ ...values, id, workspaceId, domainName: domain.name })
          .onConflictDoNothing({ target: mailDomains.domainName, where: isCurrent })
          .returning();
    if (!row) {
      throw mailAlreadyActive();
    }
    if (former) {
      await pauseLoops(tx, ctx, row, now);
    }
    const signingKey = await storeFirstKey(tx, ctx, row.id, key, now);
    await placeMailRecords(tx, ctx, row, { isStart: true, locksName: true });
    await scheduleDnsCheck(tx, row, now);
    await audit(tx, ctx, {
      workspaceId,
      action: "mail.activated",
      target: row.domainName,
      details: {
        planSlug: row.planSlug,
        expiresAt: paidUntil.toISOString(),
        dkimSelector: signingKey.selector,
        accountCount,
      },
      occurredAt: now,
    });
    await alongside(tx, now);
    return activationOfRow(row, signingKey, now);
  });
}

/** Throws if the activation would be refused now. */
export async function requireMailActivatable(ctx: WorkspaceCtx, input: MailActivationInput): Promise<void> {
  requireRight(ctx.actor, "mail:write");
  const domain = await getOwnDomain(ctx, input.domainName);
  const now = await ctx.clock.now();
  await requireActivatable(ctx.db, domain, now);
  const [former] = await formerMail(ctx.db, domain, now);
  await requireRoom(ctx.db, former, input);
}

async function requireActivatable(
  db: Queryable,
  domain: { name: string; status: string },
  now: Date,
): Promise<void> {
  const [existing] = await db
    .select({ deactivatedAt: mailDomains.deactivatedAt, erasesAt: mailDomains.erasesAt })
    .from(mailDomains)
    .where(and(eq(mailDomains.domainName, domain.name), isCurrent, isNotErasedAt(now)));
  if (existing) {
    throw existing.deactivatedAt === null ? mailAlreadyActive() : mailDeactivated(existing.erasesAt);
  }
  if (domain.status !== "active") {
    throw domainNotActive(domain.status);
  }
}

/** The mail of this name that the workspace lost with the domain. */
const formerMail = (db: Queryable, domain: { workspaceId: string; name: string }, now: Date) =>
  db
    .select({ id: mailDomains.id })
    .from(mailDomains)
    .where(
      and(
        eq(mailDomains.workspaceId, domain.workspaceId),
        eq(mailDomains.domainName, domain.name),
        isNotNull(mailDomains.leftAt),
        isNotErasedAt(now),
      ),
    );

/** Returns the number of accounts that come back. */
async function requireRoom(
  db: Queryable,
  former: { id: string } | undefined,
  { planSlug }: MailActivationInput,
): Promise<number> {
  return former ? (await requirePlanFits(db, former.id, planSlug)).accountCount : 0;
}
