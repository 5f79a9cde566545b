import { mailDkimKeys } from "@zonepost/db";
import type { MailDkimKey } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { noDkimRotation } from "../errors.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { placeMailRecords } from "../zone-records/place-mail-records.ts";
import { readDkimKeys } from "./list-dkim-keys.ts";
import { findPendingKey } from "./rotate-dkim-key.ts";
import { restartSchedule } from "./signing-key.ts";

/** The pending key never signs. Its selector isn't used again, because resolvers may remember its record. */
export async function cancelDkimRotation(
  ctx: WorkspaceCtx & Pick<MailPorts, "mailDnsSettings">,
  domainName: string,
): Promise<MailDkimKey[]> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    const pending = await findPendingKey(tx, mailDomain);
    if (!pending) {
      throw noDkimRotation();
    }
    await tx
      .update(mailDkimKeys)
      .set({ stage: "retired", privateKeyEncrypted: null, retiredAt: now, nextCheckAt: null })
      .where(eq(mailDkimKeys.id, pending.id));
    await placeMailRecords(tx, ctx, mailDomain);
    await restartSchedule(tx, mailDomain.id, now);
    await wakeMailHosts(tx);
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail.dkim_rotation_cancelled",
      target: domainName,
      details: { selector: pending.selector },
      occurredAt: now,
    });
    return readDkimKeys(tx, mailDomain);
  });
}
