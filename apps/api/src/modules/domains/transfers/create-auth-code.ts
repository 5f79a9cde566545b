import { domains } from "@zonepost/db";
import type { AuthCodeOnce } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainLocked } from "../errors.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { recordHistory } from "../notifications/record-history.ts";
import { requireConfirmedPayment } from "../portfolio/require-confirmed-payment.ts";
import type { DomainPorts } from "../ports.ts";
import { isLocked } from "../rules/is-locked.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { addDays } from "../rules/schedule.ts";
import { newAuthCode, setAuthCode } from "./set-auth-code.ts";

const lifetimeDays = 14;

/** The code is shown once; we keep no copy. */
export async function createAuthCode(ctx: WorkspaceCtx & DomainPorts, name: string): Promise<AuthCodeOnce> {
  requireRight(ctx.actor, "domains:release");
  const domain = await getOwnDomain(ctx, name);
  requireChangeable(domain, { evenExpired: true });
  // First, because the domain couldn't be unlocked either.
  await requireConfirmedPayment(ctx, domain);
  if (isLocked(domain.registryStatuses)) {
    throw domainLocked();
  }
  const authCode = newAuthCode();
  const clTRID = await setAuthCode(ctx, domain, authCode);
  const now = await ctx.clock.now();
  const expiresAt = addDays(now, lifetimeDays);
  await ctx.db.transaction(async (tx) => {
    await tx.update(domains).set({ authCodeExpiresAt: expiresAt }).where(eq(domains.id, domain.id));
    await recordHistory(tx, ctx, [
      {
        domain,
        kind: "transfer",
        action: "domain.auth_code_created",
        summary: "Auth code created for a transfer to another registrar",
        details: { expiresAt: expiresAt.toISOString() },
        auditDetails: { clTRID },
        occurredAt: now,
      },
    ]);
  });
  return { authCode, expiresAt: expiresAt.toISOString() };
}
