import { mailForwardTargets } from "@zonepost/db";
import type { MailForwardingForHolder, MailForwardingLink } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { emailMembers } from "../../accounts/index.ts";
import type { MailPorts } from "../ports.ts";
import { lockHeldForwarding, presentHeldForwarding } from "./find-held-forwarding.ts";
import { forwardingStoppedEmail } from "./forwarding-email.ts";

/** Refuses a forwarding, or ends one that was confirmed. The link never expires for this. */
export async function stopForwarding(
  ctx: OpenCtx & Pick<MailPorts, "secretBox" | "panelUrl">,
  link: MailForwardingLink,
): Promise<MailForwardingForHolder> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const held = await lockHeldForwarding(tx, link);
    const { target, mailDomain } = held;
    const shown = await presentHeldForwarding(tx, held, now);
    if (target.stoppedAt) {
      return shown;
    }
    await tx
      .update(mailForwardTargets)
      .set({ confirmedAt: null, stoppedAt: now })
      .where(eq(mailForwardTargets.tokenHash, target.tokenHash));
    const { domainName } = mailDomain;
    await audit(
      tx,
      { ...ctx, actor: { kind: "system", job: target.address } },
      {
        workspaceId: mailDomain.workspaceId,
        action: "mail_forwarding.stopped",
        target: target.address,
        details: { domainName },
        occurredAt: now,
      },
    );
    const url = `${ctx.panelUrl}/mail/${domainName}/aliases`;
    const email = forwardingStoppedEmail({ domainName, address: target.address, url });
    await emailMembers(tx, ctx, mailDomain, email, now);
    return { ...shown, state: "stopped" };
  });
}
