import { personTokens, sessions, trustedDevices, verifications } from "@zonepost/db";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";

/**
 * Ends every session of the installation at its next request, and with them the links that start one or confirm an address,
 * and the browsers that skip the second factor. Returns the number of sessions.
 */
export async function endAllSessions(ctx: Omit<Ctx, "actor">): Promise<number> {
  const occurredAt = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await tx.delete(trustedDevices);
    await tx.delete(verifications);
    await tx.delete(personTokens);
    const ended = await tx.delete(sessions).returning({ id: sessions.id });
    await audit(
      tx,
      { ...ctx, actor: { kind: "system", job: "secrets:rotate" } },
      {
        workspaceId: null,
        action: "operator.sessions_ended",
        target: "installation",
        details: { count: ended.length },
        occurredAt,
      },
    );
    return ended.length;
  });
}
