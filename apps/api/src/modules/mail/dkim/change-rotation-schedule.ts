import { mailDomains, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { findPendingKey } from "./rotate-dkim-key.ts";
import { restartSchedule } from "./signing-key.ts";

/** The caller has locked the mail domain. */
export async function changeRotationSchedule(
  tx: Transaction,
  ctx: Ctx,
  mailDomain: MailDomainRow,
  dkimRotationDays: number | null,
  now: Date,
): Promise<void> {
  if (mailDomain.dkimRotationDays === dkimRotationDays) {
    return;
  }
  await tx
    .update(mailDomains)
    .set({ dkimRotationDays, dkimRotatesAt: null })
    .where(eq(mailDomains.id, mailDomain.id));
  if (!(await findPendingKey(tx, mailDomain))) {
    await restartSchedule(tx, mailDomain.id, now);
  }
  await audit(tx, ctx, {
    workspaceId: mailDomain.workspaceId,
    action: "mail.dkim_schedule_changed",
    target: mailDomain.domainName,
    details: { from: mailDomain.dkimRotationDays, to: dkimRotationDays },
    occurredAt: now,
  });
}
