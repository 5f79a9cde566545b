import { mailDomains } from "@zonepost/db";
import type { MailActivation, MailActivationInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain } from "../../domains/index.ts";
import { domainNotActive, mailAlreadyActive } from "../errors.ts";
import { generateDkimKey } from "../generate-dkim-key.ts";
import { activationOfRow, dkimKeyOwner } from "../mail-domain-row.ts";
import { dkimSelector, planOf } from "../policy.ts";
import type { MailPorts } from "../ports.ts";

export async function activateMail(
  ctx: WorkspaceCtx & Pick<MailPorts, "secretBox">,
  input: MailActivationInput,
): Promise<MailActivation> {
  requireRight(ctx.actor, "mail:write");
  const domain = await getOwnDomain(ctx, input.domainName);
  const [existing] = await ctx.db
    .select({ id: mailDomains.id })
    .from(mailDomains)
    .where(eq(mailDomains.domainName, domain.name));
  if (existing) {
    throw mailAlreadyActive();
  }
  if (domain.status !== "active") {
    throw domainNotActive(domain.status);
  }
  const plan = planOf(input.planSlug);
  const key = await generateDkimKey();
  const now = await ctx.clock.now();
  const id = newId();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(mailDomains)
      .values({
        id,
        workspaceId: ctx.actor.workspaceId,
        domainId: domain.id,
        domainName: domain.name,
        planSlug: plan.slug,
        maxAccounts: plan.maxAccounts,
        storageGigabytes: plan.storageGigabytes,
        status: "active",
        dkimSelector,
        dkimPublicKey: key.publicKey,
        dkimPrivateKeyEncrypted: ctx.secretBox.seal(key.privateKeyPem, dkimKeyOwner(id)),
        activatedAt: now,
      })
      .onConflictDoNothing({ target: mailDomains.domainName })
      .returning();
    if (!row) {
      throw mailAlreadyActive();
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "mail.activated",
      target: row.domainName,
      details: { planSlug: row.planSlug, dkimSelector: row.dkimSelector },
      occurredAt: now,
    });
    return activationOfRow(row);
  });
}
