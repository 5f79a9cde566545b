import { mailAccounts } from "@zonepost/db";
import type { MailAccount, MailAccountPatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { requireForwardable } from "../forwarding/loops/require-forwardable.ts";
import { type ConfirmationCtx, requestConfirmation } from "../forwarding/request-confirmation.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { voidSignIns } from "../model/void-sign-ins.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import { type AccountId, lockChangeableAccount } from "./lock-own-account.ts";
import { storageMegabytesOf } from "./policy.ts";
import { readAccount } from "./read-accounts.ts";

export async function readForwardingBefore(
  ctx: WorkspaceCtx,
  { domainName, id }: AccountId,
): Promise<BeforeOf<"updateMailAccount">> {
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const { forwardTo } = await readAccount(ctx.db, ctx, mailDomain, id, await ctx.clock.now());
  return { forwardTo: forwardTo?.address ?? null };
}

export async function updateAccount(
  ctx: ConfirmationCtx,
  { domainName, id, patch }: AccountId & { patch: MailAccountPatch },
): Promise<MailAccount> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    if (patch.forwardTo) {
      await lockForwarding(tx);
    }
    const { mailDomain, account } = await lockChangeableAccount(tx, ctx, { domainName, id }, now);
    requireQuotaWithinPlan(mailDomain, patch);
    if (patch.forwardTo === account.fullAddress) {
      throw invalid([{ pointer: "/forwardTo", message: "Enter an address other than the account's own." }]);
    }
    const changed = (Object.keys(patch) as (keyof MailAccountPatch)[]).filter(
      (field) => patch[field] !== undefined && patch[field] !== account[field],
    );
    if (changed.length > 0) {
      await tx.update(mailAccounts).set(patch).where(eq(mailAccounts.id, account.id));
      if (changed.includes("active") && patch.active === false) {
        await voidSignIns(tx, account.id, "all");
      } else if (changed.includes("maySend")) {
        await wakeMailHosts(tx);
      }
      const only = (values: MailAccountPatch) =>
        Object.fromEntries(changed.map((field) => [field, values[field]]));
      await audit(tx, ctx, {
        workspaceId: mailDomain.workspaceId,
        action: "mail_account.updated",
        target: account.fullAddress,
        details: { from: only(account), to: only(patch) },
        occurredAt: now,
      });
    }
    // Also if it is unchanged: forwarding that was paused is resumed.
    if (patch.forwardTo) {
      await requireForwardable(tx, {
        workspaceId: mailDomain.workspaceId,
        address: account.fullAddress,
        targets: [{ pointer: "/forwardTo", address: patch.forwardTo }],
      });
    }
    if (patch.forwardTo && changed.includes("forwardTo")) {
      await requestConfirmation(tx, ctx, mailDomain, { addresses: [patch.forwardTo], now });
      await queueChangeNotices(tx, ctx, [
        {
          workspaceId: mailDomain.workspaceId,
          kind: "mailbox_forwarding",
          target: account.fullAddress,
          detail: patch.forwardTo,
          concerned: [account.fullAddress],
          occurredAt: now,
        },
      ]);
    }
    return readAccount(tx, ctx, mailDomain, id, now);
  });
}

function requireQuotaWithinPlan(mailDomain: MailDomainRow, { quotaMegabytes }: MailAccountPatch): void {
  const most = storageMegabytesOf(mailDomain);
  if (quotaMegabytes && quotaMegabytes > most) {
    const message = `Enter at most ${most} MB, the storage of the ${mailDomain.planSlug} plan.`;
    throw invalid([{ pointer: "/quotaMegabytes", message }]);
  }
}
