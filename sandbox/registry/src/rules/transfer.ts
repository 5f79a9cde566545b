import type { DomainTransferResult, TransferStatus } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import {
  type DomainTransfer,
  heldStatuses,
  isTransferPending,
  type Notice,
  rulesOf,
  type StoredDomain,
} from "./domain.ts";
import { revertGracePeriods, withGrace } from "./grace.ts";
import { type Charge, priceOfRegistered } from "./prices.ts";
import { addDays, addYears } from "./years.ts";

/** A domain after a change to its transfer. */
export type Transferred = {
  domain: StoredDomain;
  transfer: DomainTransfer;
  notices: Notice[];
  /** A transfer is charged when it is complete. */
  charges: Charge[];
};

/** RFC 5731 section 3.2.4: checks that a transfer is possible, except for the authorization information. */
export function assertTransferable(domain: StoredDomain, by: string, now: Date): void {
  const { profile } = rulesOf(domain);
  if (domain.sponsor === by) {
    throw new Refusal(2106, "you sponsor this domain already");
  }
  if (isTransferPending(domain)) {
    throw new Refusal(2300, "a transfer is pending");
  }
  const blocking = heldStatuses(domain).find(
    (status) => /TransferProhibited$/.test(status) || status.startsWith("pending"),
  );
  if (blocking) {
    throw new Refusal(2304, `${blocking} is set`);
  }
  const [since, what] = domain.transferredAt
    ? [domain.transferredAt, "transfer"]
    : [domain.createdAt, "registration"];
  if (now < addDays(since, profile.transferLockDays)) {
    throw new Refusal(2106, `no transfer for ${profile.transferLockDays} days after a ${what}`);
  }
}

/** Starts a transfer, and completes it if the losing registrar has no time to decide. */
export function requestTransfer(domain: StoredDomain, by: string, now: Date): Transferred {
  const { profile } = rulesOf(domain);
  const years = profile.transferYears;
  const windowEndsAt = addDays(now, profile.transferWindowDays);
  const transfer: DomainTransfer = {
    status: "pending",
    requestedBy: by,
    requestedAt: now,
    actedBy: domain.sponsor,
    actedAt: windowEndsAt,
    years,
    expiresAt: expiryAfterTransfer(domain, years, now),
  };
  if (profile.transferWindowDays === 0) {
    return endTransfer(domain, transfer, "serverApproved", now);
  }
  return {
    domain: { ...domain, transfer, transferDueAt: windowEndsAt },
    transfer,
    notices: [
      noticeOf(domain.name, transfer, domain.sponsor, now, `${by} asks for the transfer of ${domain.name}.`),
    ],
    charges: [],
  };
}

const textOf: Partial<Record<TransferStatus, string>> = {
  clientApproved: "was approved",
  serverApproved: "was approved by the registry",
  clientRejected: "was rejected",
  clientCancelled: "was canceled",
};

/** Ends a transfer and notifies both registrars. */
export function endTransfer(
  domain: StoredDomain,
  pending: DomainTransfer,
  status: Exclude<TransferStatus, "pending">,
  at: Date,
): Transferred {
  const gaining = pending.requestedBy;
  const losing = domain.sponsor;
  const approved = status === "clientApproved" || status === "serverApproved";
  const transfer: DomainTransfer = {
    ...pending,
    status,
    actedBy: status === "clientCancelled" ? gaining : losing,
    actedAt: at,
    expiresAt: approved ? expiryAfterTransfer(domain, pending.years, at) : pending.expiresAt,
  };
  const ended: StoredDomain = { ...domain, transfer, transferDueAt: null };
  const text = `The transfer of ${domain.name} to ${gaining} ${textOf[status] ?? "has ended"}.`;
  return {
    domain: approved ? withNewSponsor(ended, transfer, at) : ended,
    transfer,
    notices: [gaining, losing].map((side) => noticeOf(domain.name, transfer, side, at, text)),
    charges: approved ? chargesOf(domain, transfer, at) : [],
  };
}

/** The losing registrar gets back the year by which the registry renewed the domain just before. */
function chargesOf(domain: StoredDomain, { requestedBy, years }: DomainTransfer, at: Date): Charge[] {
  const { credit } = revertGracePeriods(domain, years > 0 ? ["autoRenewPeriod"] : [], at);
  return [
    { registrar: requestedBy, cents: priceOfRegistered(domain.name, "transfer", years) },
    { registrar: domain.sponsor, cents: -credit },
  ];
}

function withNewSponsor(domain: StoredDomain, transfer: DomainTransfer, at: Date): StoredDomain {
  const moved: StoredDomain = {
    ...domain,
    sponsor: transfer.requestedBy,
    transferredAt: at,
    expiresAt: transfer.expiresAt,
    // Removes the losing registrar's statuses and, as in RFC 9154, the used authorization information.
    statuses: domain.statuses.filter((status) => !status.startsWith("client")),
    authInfoHash: null,
    graces: [],
  };
  return transfer.years === 0
    ? moved
    : withGrace(
        moved,
        {
          status: "transferPeriod",
          years: transfer.years,
          credit: priceOfRegistered(domain.name, "transfer", transfer.years),
        },
        at,
      );
}

/** Doesn't add to a year that was just auto-renewed, and doesn't exceed the TLD's maximum. */
function expiryAfterTransfer(domain: StoredDomain, years: number, at: Date): Date {
  if (years === 0) {
    return domain.expiresAt;
  }
  const base = revertGracePeriods(domain, ["autoRenewPeriod"], at).domain.expiresAt;
  const furthest = addYears(at, rulesOf(domain).maxYears);
  return new Date(Math.min(addYears(base, years).getTime(), furthest.getTime()));
}

function noticeOf(name: string, transfer: DomainTransfer, registrar: string, at: Date, text: string): Notice {
  return {
    registrar,
    queuedAt: at,
    text,
    subject: { type: "domain:transfer", transfer: describeTransfer(name, transfer) },
  };
}

export function describeTransfer(name: string, transfer: DomainTransfer): DomainTransferResult {
  const { status, requestedBy, requestedAt, actedBy, actedAt, expiresAt } = transfer;
  return { name, status, requestedBy, requestedAt, actedBy, actedAt, expiresAt };
}
