import { domains } from "@zonepost/db";
import type { DomainDetails, DomainPatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { notFound } from "../../../kernel/errors.ts";
import { acceptedOrDone, type MaybeAccepted } from "../../../kernel/http/accepted.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { applyContacts, presentContacts } from "../contacts/change-domain-contacts.ts";
import { domainNotActive, notOffered, operationInProgress } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { findOpenOperation } from "../model/operations.ts";
import { recordHistory } from "../notifications/record-history.ts";
import type { DomainPorts } from "../ports.ts";
import { cancelDeferred } from "../registry-sync/cancel-deferred.ts";
import type { Changed, Conditional } from "../registry-sync/change-at-registry.ts";
import { isLocked } from "../rules/is-locked.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { scheduleOf } from "../rules/schedule.ts";
import { domainDetailsOf } from "./get-domain-details.ts";
import { createPrecondition } from "./precondition.ts";
import { requireConfirmedPayment } from "./require-confirmed-payment.ts";
import { changeTransferLock } from "./transfer-lock.ts";

export async function updateDomain(
  ctx: WorkspaceCtx & DomainPorts,
  input: { name: string; patch: DomainPatch },
): Promise<MaybeAccepted<DomainDetails>> {
  requireRight(ctx.actor, "domains:write");
  const domain = await getOwnDomain(ctx, input.name);
  const requireUnchanged = await createPrecondition(ctx);
  // Also for a patch that changes nothing.
  await requireUnchanged?.(ctx.db, domain);
  const { row, operation } = await applyDomainPatch({ ...ctx, requireUnchanged }, domain, input.patch);
  return acceptedOrDone(await domainDetailsOf(ctx, row), operation);
}

/** For callers that have already checked the right. */
export async function applyDomainPatch(
  ctx: Ctx & DomainPorts & Conditional,
  domain: DomainRow,
  patch: DomainPatch,
): Promise<Changed> {
  if (patch.autoRenew !== undefined) {
    return { row: await setAutoRenew(ctx, domain, patch.autoRenew), operation: null };
  }
  if (patch.whoisPrivacy !== undefined) {
    return setWhoisPrivacy(ctx, domain, patch.whoisPrivacy);
  }
  if (patch.locked !== undefined) {
    return setLock(ctx, domain, patch.locked);
  }
  return { row: domain, operation: null };
}

/** Whether auto-renew of a domain in this status can be turned on or off. */
export function requireRenewable({ status }: Pick<DomainRow, "status">): void {
  if (!["pending", "active", "expired", "pending_transfer"].includes(status)) {
    throw domainNotActive(status);
  }
}

/** Stored only in our database; the registry isn't involved. */
async function setAutoRenew(
  ctx: Ctx & DomainPorts & Conditional,
  domain: Pick<DomainRow, "id">,
  autoRenew: boolean,
): Promise<DomainRow> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domain.id)).for("update");
    if (!row) {
      throw notFound();
    }
    await ctx.requireUnchanged?.(tx, row);
    if (row.autoRenew === autoRenew) {
      return row;
    }
    requireRenewable(row);
    // A deletion in progress continues anyway, so this must not appear to stop it.
    if (autoRenew && (await findOpenOperation(tx, row))?.kind === "deletion") {
      throw operationInProgress();
    }
    const [after] = await tx
      .update(domains)
      .set({ autoRenew, ...scheduleOf({ ...row, autoRenew }, ctx.registrars.rulesOf(row.tld), now) })
      .where(eq(domains.id, row.id))
      .returning();
    await recordHistory(tx, ctx, [
      {
        domain: row,
        kind: "settings_change",
        action: "domain.auto_renew_changed",
        summary: `Auto-renew turned ${autoRenew ? "on" : "off"}`,
        details: { from: row.autoRenew, to: autoRenew },
        occurredAt: now,
      },
    ]);
    await wakeWorkers(tx, "clock");
    return after ?? row;
  });
}

async function setWhoisPrivacy(
  ctx: Ctx & DomainPorts & Conditional,
  domain: DomainRow,
  whoisPrivacy: boolean,
): Promise<Changed> {
  requirePrivacyOffered(ctx, domain);
  if (domain.whoisPrivacy === whoisPrivacy) {
    return { row: domain, operation: null };
  }
  return applyContacts(ctx, domain, presentContacts(domain), whoisPrivacy);
}

export function requirePrivacyOffered(
  { registrars }: Pick<DomainPorts, "registrars">,
  domain: DomainRow,
): void {
  if (!registrars.rulesOf(domain.tld).whoisPrivacy) {
    throw notOffered("WHOIS privacy", domain.tld);
  }
  requireChangeable(domain);
}

async function setLock(
  ctx: Ctx & DomainPorts & Conditional,
  domain: DomainRow,
  locked: boolean,
): Promise<Changed> {
  requireLockOffered(ctx, domain);
  if (!locked) {
    await cancelDeferred(ctx, domain.id, "lock");
  }
  if (isLocked(domain.registryStatuses) === locked) {
    return { row: domain, operation: null };
  }
  if (!locked) {
    await requireConfirmedPayment(ctx, domain);
  }
  return changeTransferLock(ctx, domain, locked);
}

export function requireLockOffered({ registrars }: Pick<DomainPorts, "registrars">, domain: DomainRow): void {
  if (!registrars.rulesOf(domain.tld).transferLock) {
    throw notOffered("A transfer lock", domain.tld);
  }
  requireChangeable(domain, { evenExpired: true });
}
