import type { ServerOperation } from "@zonepost/epp";
import { describeDomain, type Notice, rulesOf, type StoredDomain } from "./domain.ts";
import { withGrace } from "./grace.ts";
import { type Charge, priceOfRegistered } from "./prices.ts";
import { endTransfer } from "./transfer.ts";
import { addDays, addYears } from "./years.ts";

/** A domain after the changes that were due; `undefined` if it was purged. */
export type Passed = {
  domain: StoredDomain | undefined;
  notices: Notice[];
  charges: Charge[];
};

/** The time of a domain's next scheduled change. The generated column `due_at` must be the same. */
export function dueAt(domain: StoredDomain): Date {
  const others = domain.phaseEndsAt ?? later(domain.expiresAt, domain.autoRenewNotBefore);
  return domain.transferDueAt && domain.transferDueAt <= others ? domain.transferDueAt : others;
}

function later(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}

/**
 * Applies the scheduled changes that are due, each with its own date, as if it had been applied on time.
 */
export function passTime(domain: StoredDomain, now: Date): Passed {
  let current: StoredDomain | undefined = domain;
  const notices: Notice[] = [];
  const charges: Charge[] = [];
  while (current && dueAt(current) <= now) {
    const step: Passed = takeStep(current);
    current = step.domain;
    notices.push(...step.notices);
    charges.push(...step.charges);
  }
  return { domain: current, notices, charges };
}

function takeStep(domain: StoredDomain): Passed {
  const at = dueAt(domain);
  if (domain.transfer && at.getTime() === domain.transferDueAt?.getTime()) {
    return endTransfer(domain, domain.transfer, "serverApproved", at);
  }
  switch (domain.phase) {
    case null:
      return autoRenewDomain(domain, at);
    case "redemption":
      return endRedemption(domain, at);
    case "pending_restore":
      return lapseRestore(domain, at);
    case "pending_delete":
      return purge(domain, at);
  }
}

/** Registries auto-renew a domain on its expiry date. */
function autoRenewDomain(domain: StoredDomain, at: Date): Passed {
  const price = priceOfRegistered(domain.name, "renew", 1);
  const renewed = withGrace(
    { ...domain, expiresAt: addYears(domain.expiresAt, 1), autoRenewNotBefore: null },
    { status: "autoRenewPeriod", years: 1, credit: price },
    at,
  );
  return {
    domain: renewed,
    notices: [
      {
        registrar: domain.sponsor,
        queuedAt: at,
        text: `The registry renewed ${domain.name} for one year at its expiry.`,
        subject: { type: "domain:renewed", domain: { name: domain.name, expiresAt: renewed.expiresAt } },
      },
    ],
    charges: [{ registrar: domain.sponsor, cents: price }],
  };
}

function endRedemption(domain: StoredDomain, at: Date): Passed {
  const { profile } = rulesOf(domain);
  if (profile.pendingDeleteDays === 0) {
    return purge(domain, at);
  }
  const next: StoredDomain = {
    ...domain,
    phase: "pending_delete",
    phaseEndsAt: addDays(at, profile.pendingDeleteDays),
  };
  return {
    domain: next,
    notices: [
      byRegistry(next, "autoDelete", "after", at, {
        text: `The redemption period of ${domain.name} has ended.`,
        reason: "Redemption period ended",
      }),
    ],
    charges: [],
  };
}

/** RFC 3915 section 2: a restore lapses if its report doesn't arrive in time. */
function lapseRestore(domain: StoredDomain, at: Date): Passed {
  const next: StoredDomain = {
    ...domain,
    phase: "redemption",
    phaseEndsAt: later(domain.redemptionEndsAt ?? at, at),
  };
  const words = {
    text: `No restore report came for ${domain.name}: it is in its redemption period again.`,
    reason: "No restore report received",
  };
  return { domain: next, notices: [byRegistry(next, "custom", "after", at, words)], charges: [] };
}

function purge(domain: StoredDomain, at: Date): Passed {
  const words = {
    text: `${domain.name} was purged and can be registered again.`,
    reason: "Pending delete period ended",
  };
  return { domain: undefined, notices: [byRegistry(domain, "autoPurge", "before", at, words)], charges: [] };
}

function byRegistry(
  domain: StoredDomain,
  operation: ServerOperation,
  state: "before" | "after",
  at: Date,
  { text, reason }: { text: string; reason: string },
): Notice {
  return {
    registrar: domain.sponsor,
    queuedAt: at,
    text,
    subject: { type: "domain:info", domain: describeDomain(domain, at) },
    change: {
      state,
      operation,
      ...(operation === "custom" && { detail: "restoreLapsed" }),
      changedAt: at,
      svTRID: `ZPREG-TIME-${domain.roid}-${at.getTime()}`,
      who: "Registry",
      reason,
    },
  };
}
