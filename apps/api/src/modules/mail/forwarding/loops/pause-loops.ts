import { mailPausedForwards, type Transaction } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import { audit } from "../../../../kernel/audit.ts";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { emailMembers } from "../../../accounts/index.ts";
import type { MailDomainRow } from "../../model/mail-domain-row.ts";
import type { MailPorts } from "../../ports.ts";
import { forwardingPausedEmail } from "../forwarding-email.ts";
import { measureForwarding, type Route } from "./measure-forwarding.ts";
import { readRoutes } from "./read-routes.ts";

export type ReturningMailCtx = Ctx & Pick<MailPorts, "secretBox" | "panelUrl">;

/**
 * Mail that returns to its workspace brings its aliases and forwardings back, and others may lead to them now. Pauses
 * its targets that would close a loop, and tells the owners. Call it under `lockForwarding`, once the mail is back.
 */
export async function pauseLoops(
  tx: Transaction,
  ctx: ReturningMailCtx,
  mailDomain: Pick<MailDomainRow, "id" | "workspaceId" | "domainName">,
  now: Date,
): Promise<void> {
  const { id: mailDomainId, workspaceId, domainName } = mailDomain;
  await tx.delete(mailPausedForwards).where(eq(mailPausedForwards.mailDomainId, mailDomainId));
  const sources = await tx.execute<{ address: string }>(sql`
    select from_address as address from mail_aliases where mail_domain_id = ${mailDomainId}
    union
    select full_address from mail_accounts
      where mail_domain_id = ${mailDomainId} and forward_to is not null and deleted_at is null
    order by address`);
  const addresses = sources.map(({ address }) => address);
  const paused = findLoops(addresses, await readRoutes(tx, addresses), workspaceId);
  if (paused.length === 0) {
    return;
  }
  await tx
    .insert(mailPausedForwards)
    .values(paused.map((forward) => ({ ...forward, mailDomainId, pausedAt: now })));
  for (const { source, target } of paused) {
    await audit(tx, ctx, {
      workspaceId,
      action: "mail_forwarding.paused",
      target: source,
      details: { toAddress: target },
      occurredAt: now,
    });
  }
  const url = `${ctx.panelUrl}/mail/${domainName}/aliases`;
  await emailMembers(tx, ctx, mailDomain, forwardingPausedEmail({ domainName, paused, url }), now);
}

/** The targets without which none of the addresses loops: earlier addresses lose theirs first. */
function findLoops(
  sources: readonly string[],
  routes: ReadonlyMap<string, Route>,
  workspaceId: string,
): { source: string; target: string }[] {
  const paused = new Map<string, ReadonlySet<string>>();
  const routeOf = (address: string) => {
    const route = routes.get(address);
    const without = route && paused.get(route.address);
    return without ? { ...route, targets: route.targets.filter((target) => !without.has(target)) } : route;
  };
  for (const source of sources) {
    const looping = routes
      .get(source)
      ?.targets.filter((target) => measureForwarding(target, routeOf, workspaceId).loops);
    if (looping && looping.length > 0) {
      paused.set(source, new Set(looping));
    }
  }
  return [...paused].flatMap(([source, targets]) => [...targets].map((target) => ({ source, target })));
}
