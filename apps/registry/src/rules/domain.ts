import type {
  DomainContact,
  DomainInfo,
  DomainStatus,
  PollSubject,
  RgpStatus,
  ServerChange,
  TransferState,
} from "@zonepost/epp";
import type { DsRecord } from "./delegation.ts";
import type { GraceStatus } from "./profiles.ts";
import { shownStatuses } from "./statuses.ts";
import { type TldRules, tldRules } from "./tlds.ts";

/** A grace period: what it would take back, and until when. `credit` is in cents. */
export type Grace = {
  status: GraceStatus;
  endsAt: Date;
  years: number;
  credit: number;
};

/** The latest transfer of a domain. */
export interface DomainTransfer extends TransferState {
  years: number;
  /** What the domain's expiry date is to become, or has become. */
  expiresAt: Date;
}

/** A domain as the registry keeps it. */
export type StoredDomain = {
  name: string;
  roid: string;
  sponsor: string;
  statuses: DomainStatus[];
  nameservers: string[];
  registrant: string | null;
  contacts: DomainContact[];
  dsRecords: DsRecord[];
  authInfoHash: string | null;
  createdBy: string;
  createdAt: Date;
  updatedBy: string | null;
  updatedAt: Date | null;
  expiresAt: Date;
  transferredAt: Date | null;
  phase: "redemption" | "pending_restore" | "pending_delete" | null;
  phaseEndsAt: Date | null;
  redemptionEndsAt: Date | null;
  autoRenewNotBefore: Date | null;
  graces: Grace[];
  transfer: DomainTransfer | null;
  /** When the server decides on the transfer that is pending. */
  transferDueAt: Date | null;
};

/** A message for a registrar that a change brings with it. */
export type Notice = {
  registrar: string;
  queuedAt: Date;
  text: string;
  subject?: PollSubject;
  change?: ServerChange;
};

export function rulesOf(domain: StoredDomain): TldRules {
  const rules = tldRules.get(domain.name.slice(domain.name.indexOf(".") + 1));
  if (!rules) {
    throw new Error(`${domain.name} is of no top-level domain served`);
  }
  return rules;
}

export function isTransferPending(domain: StoredDomain): boolean {
  return domain.transferDueAt !== null;
}

/** All statuses that forbid something: those that were set, and those of a deletion or a transfer. */
export function heldStatuses(domain: StoredDomain): DomainStatus[] {
  return [
    ...domain.statuses,
    ...(domain.phase ? (["pendingDelete"] as const) : []),
    ...(isTransferPending(domain) ? (["pendingTransfer"] as const) : []),
  ];
}

const statusOfPhase = {
  redemption: "redemptionPeriod",
  pending_restore: "pendingRestore",
  pending_delete: "pendingDelete",
} as const;

/** The statuses of RFC 3915 section 3.1 at a moment. */
export function rgpStatusesOf(domain: StoredDomain, now: Date): RgpStatus[] {
  if (domain.phase) {
    return [statusOfPhase[domain.phase]];
  }
  return runningGraces(domain, now).map((grace) => grace.status);
}

export function runningGraces(domain: StoredDomain, now: Date): Grace[] {
  return domain.graces.filter((grace) => grace.endsAt > now);
}

/** A domain as EPP shows it to its sponsor. */
export function describeDomain(
  domain: StoredDomain,
  now: Date,
  subordinateHosts: readonly string[] = [],
): DomainInfo {
  const { name, roid, registrant, contacts, sponsor, createdBy, createdAt, expiresAt } = domain;
  const rgpStatuses = rgpStatusesOf(domain, now);
  return {
    name,
    roid,
    statuses: shownStatuses(heldStatuses(domain), domain.nameservers),
    ...(registrant !== null && { registrant }),
    contacts,
    nameservers: domain.nameservers.map((host) => ({ name: host })),
    subordinateHosts: [...subordinateHosts],
    sponsoringClientId: sponsor,
    createdBy,
    createdAt,
    ...(domain.updatedBy !== null && { updatedBy: domain.updatedBy }),
    ...(domain.updatedAt && { updatedAt: domain.updatedAt }),
    expiresAt,
    ...(domain.transferredAt && { transferredAt: domain.transferredAt }),
    ...(domain.dsRecords.length > 0 && { secDns: { dsData: domain.dsRecords, keyData: [] } }),
    ...(rgpStatuses.length > 0 && { rgpStatuses }),
  };
}
