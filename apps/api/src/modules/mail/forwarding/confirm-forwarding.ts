import { mailForwardTargets } from "@zonepost/db";
import type { MailForwardingForHolder, MailForwardingLink } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { forwardingLinkExpired, forwardingRemoved } from "../errors.ts";
import { getHeldForwarding, lockHeldForwarding, presentHeldForwarding } from "./find-held-forwarding.ts";
import { linkState } from "./policy.ts";

/** For the page of the link. Opening it changes nothing, because mail scanners follow links too. */
export async function readForwarding(
  ctx: OpenCtx,
  link: MailForwardingLink,
): Promise<MailForwardingForHolder> {
  return presentHeldForwarding(ctx.db, await getHeldForwarding(ctx.db, link), await ctx.clock.now());
}

/** A repeated confirmation changes nothing. After a stop, the same link allows the forwarding again. */
export async function confirmForwarding(
  ctx: OpenCtx,
  link: MailForwardingLink,
): Promise<MailForwardingForHolder> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const held = await lockHeldForwarding(tx, link);
    const { target, mailDomain } = held;
    const state = linkState(target, now);
    const shown = await presentHeldForwarding(tx, held, now);
    if (state === "active") {
      return shown;
    }
    if (state === "expired") {
      throw forwardingLinkExpired();
    }
    if (shown.fromAddresses.length === 0) {
      throw forwardingRemoved(mailDomain.domainName);
    }
    await tx
      .update(mailForwardTargets)
      .set({ confirmedAt: now, stoppedAt: null })
      .where(eq(mailForwardTargets.tokenHash, target.tokenHash));
    await audit(
      tx,
      { ...ctx, actor: { kind: "system", job: target.address } },
      {
        workspaceId: mailDomain.workspaceId,
        action: "mail_forwarding.confirmed",
        target: target.address,
        details: { domainName: mailDomain.domainName },
        occurredAt: now,
      },
    );
    return { ...shown, state: "active" };
  });
}
