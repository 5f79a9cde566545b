import { mailAccounts, mailDomains, type Transaction } from "@zonepost/db";
import type { MailActivation, MailActivationInput } from "@zonepost/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain, lockOwnDomain } from "../../domains/index.ts";
import { domainNotActive, mailAlreadyActive, planLimitReached } from "../errors.ts";
import { generateDkimKey } from "../generate-dkim-key.ts";
import { activationOfRow, dkimKeyOwner, isCurrent, isNotErasedAt } from "../mail-domain-row.ts";
import { dkimSelector, planOf } from "../policy.ts";
import type { MailPorts } from "../ports.ts";

/** If the workspace's former mail of this name is still kept, its accounts and aliases come back with a new DKIM key. */
export async function activateMail(
  ctx: WorkspaceCtx & Pick<MailPorts, "secretBox">,
  input: MailActivationInput,
): Promise<MailActivation> {
  requireRight(ctx.actor, "mail:write");
  // Checked first without the lock to save the key of a refused activation; the check under the lock decides.
  await requireActivatable(ctx.db, await getOwnDomain(ctx, input.domainName));
  const { slug: planSlug, maxAccounts, storageGigabytes } = planOf(input.planSlug);
  const key = await generateDkimKey();
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const domain = await lockOwnDomain(tx, ctx, input.domainName);
    await requireActivatable(tx, domain);
    const former = await lockFormerMail(tx, ctx.actor.workspaceId, domain.name, now);
    const accountCount = former ? await tx.$count(mailAccounts, eq(mailAccounts.mailDomainId, former.id)) : 0;
    if (accountCount > maxAccounts) {
      throw planLimitReached(planSlug, maxAccounts);
    }
    const id = former?.id ?? newId();
    const values = {
      domainId: domain.id,
      planSlug,
      maxAccounts,
      storageGigabytes,
      status: "active",
      dkimSelector,
      dkimPublicKey: key.publicKey,
      dkimPrivateKeyEncrypted: ctx.secretBox.seal(key.privateKeyPem, dkimKeyOwner(id)),
      activatedAt: now,
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
    await audit(tx, ctx, {
      workspaceId,
      action: "mail.activated",
      target: row.domainName,
      details: { planSlug: row.planSlug, dkimSelector: row.dkimSelector, accountCount },
      occurredAt: now,
    });
    return activationOfRow(row);
  });
}

async function requireActivatable(db: Queryable, domain: { name: string; status: string }): Promise<void> {
  const [existing] = await db
    .select({ id: mailDomains.id })
    .from(mailDomains)
    .where(and(eq(mailDomains.domainName, domain.name), isCurrent));
  if (existing) {
    throw mailAlreadyActive();
  }
  if (domain.status !== "active") {
    throw domainNotActive(domain.status);
  }
}

/** The mail of this name that the workspace lost with the domain. */
async function lockFormerMail(
  tx: Transaction,
  workspaceId: string,
  domainName: string,
  now: Date,
): Promise<{ id: string } | undefined> {
  const [former] = await tx
    .select({ id: mailDomains.id })
    .from(mailDomains)
    .where(
      and(
        eq(mailDomains.workspaceId, workspaceId),
        eq(mailDomains.domainName, domainName),
        isNotNull(mailDomains.leftAt),
        isNotErasedAt(now),
      ),
    )
    .for("update");
  return former;
}
