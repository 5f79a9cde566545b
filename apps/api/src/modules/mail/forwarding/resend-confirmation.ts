import { mailForwardTargets } from "@zonepost/db";
import type { MailAliasTarget, MailForwardingResend } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { notFound } from "../../../kernel/errors.ts";
import { countTry, rateLimited } from "../../../kernel/limits/rate-limit.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { digestOfAddress } from "../../accounts/index.ts";
import { forwardingConfirmed, forwardingStopped } from "../errors.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { readIsInternal } from "./describe-targets.ts";
import { lockForwarding } from "./lock-forwarding.ts";
import { resendDecision, resendsPerDay } from "./policy.ts";
import { readSources } from "./read-sources.ts";
import { type ConfirmationCtx, sendConfirmation } from "./request-confirmation.ts";

/** Emails an external address that waits for confirmation again, with a new link. The previous link stops working. */
export async function resendConfirmation(
  ctx: ConfirmationCtx,
  { domainName, address }: MailForwardingResend & { domainName: string },
): Promise<MailAliasTarget> {
  requireRight(ctx.actor, "mail:write");
  const { id } = await getOwnMailDomain(ctx, domainName);
  const now = await ctx.clock.now();
  const bucket = `forwarding-mails:${id}:${digestOfAddress(address)}`;
  const today = await countTry(ctx.db, { bucket, periodMs: dayMs, now: ctx.clock.wallNow() });
  if (today.used > resendsPerDay) {
    throw rateLimited(today.resetSeconds);
  }
  await ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    if ((await readSources(tx, mailDomain.id, address)).length === 0) {
      throw notFound();
    }
    if ((await readIsInternal(tx, ctx))(address)) {
      throw forwardingConfirmed(address);
    }
    const [row] = await tx
      .select()
      .from(mailForwardTargets)
      .where(
        and(eq(mailForwardTargets.mailDomainId, mailDomain.id), eq(mailForwardTargets.address, address)),
      );
    const decision = resendDecision(row, now);
    if (!decision.send) {
      if ("afterSeconds" in decision) {
        throw rateLimited(decision.afterSeconds);
      }
      throw decision.because === "confirmed" ? forwardingConfirmed(address) : forwardingStopped(address);
    }
    await sendConfirmation(tx, ctx, mailDomain, { address, now });
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail_forwarding.resent",
      target: address,
      details: { domainName: mailDomain.domainName },
      occurredAt: now,
    });
  });
  return { address, external: true, state: "waiting_for_confirmation" };
}
