import { domains, registryMessages } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { newId } from "../../../../kernel/ids.ts";
import { isHeld } from "../../model/get-own-domain.ts";
import type { Balance, RegistryNotice } from "../../ports.ts";
import { keepBalance } from "./balances.ts";

/** Stores a message before it is acknowledged at the registry. Returns our domain that it concerns, if any. */
export async function keepNotice(
  ctx: Ctx,
  registrar: string,
  notice: RegistryNotice,
): Promise<{ id: string } | undefined> {
  const receivedAt = await ctx.clock.now();
  const [domain] = notice.domainName
    ? await ctx.db
        .select({ id: domains.id })
        .from(domains)
        .where(and(eq(domains.name, notice.domainName), isHeld))
    : [];
  const queuedAt = notice.queuedAt ?? receivedAt;
  const kept = await ctx.db
    .insert(registryMessages)
    .values({
      id: newId(),
      registrar,
      messageId: notice.id,
      queuedAt,
      receivedAt,
      kind: notice.kind,
      domainName: notice.domainName,
      domainId: domain?.id ?? null,
      text: notice.message,
      details: notice.details,
    })
    // Read again, because the acknowledgment was lost.
    .onConflictDoNothing()
    .returning({ id: registryMessages.id });
  const balance = notice.details.balance as Balance | undefined;
  if (balance) {
    // The registry's clock may be ahead of ours.
    const knownAt = new Date(Math.min(queuedAt.getTime(), receivedAt.getTime()));
    await keepBalance(ctx.db, registrar, balance, knownAt);
  }
  if (kept.length > 0 && !domain) {
    const { id: messageId, kind, message } = notice;
    ctx.log.warn({ registrar, messageId, kind, message }, "message from a registry");
  }
  return domain;
}
