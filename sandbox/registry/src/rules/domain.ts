import type {
  DomainContact,
  DomainInfo,
  DomainStatus,
  HostAddress,
  KeyData,
  PollSubject,
  RgpStatus,
  ServerChange,
  TransferState,
} from "@zonepost/epp";
import type { DsRecord } from "./delegation.ts";
import { idnDataOf } from "./names.ts";
import type { GraceStatus } from "./profiles.ts";
import { shownStatuses } from "./statuses.ts";
import { type TldRules, tldRules } from "./tlds.ts";

/** A grace period, its end and its refund. `credit` is in cents. */
export type Grace = {
  status: GraceStatus;
  endsAt: Date;
  years: number;
  credit: number;
};

/** The latest transfer of a domain. */
export interface DomainTransfer extends TransferState {
  years: number;
  /** The domain's expiry date after the transfer. */
  expiresAt: Date;
}

/** A domain as the registry stores it. */
export type StoredDomain = {
  name: string;
  roid: string;
  sponsor: string;
  statuses: DomainStatus[];
  nameservers: string[];
  registrant: string | null;
  contacts: DomainContact[];
  dsRecords: DsRecord[];
  /** Only with the key interface, which computes `dsRecords` from them. */
  keys: KeyData[];
  /** Seconds */
  maxSigLife: number | null;
  idnTable: string | null;
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
  /** When the server decides on a pending transfer. */
  transferDueAt: Date | null;
};

/** A poll message that a change causes. */
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

/** All statuses that block operations: explicit ones, and those of a deletion or a transfer. */
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

/** A domain in an EPP response to its sponsor. */
export function describeDomain(
  domain: StoredDomain,
  now: Date,
  subordinateHosts: readonly string[] = [],
  attributes: ReadonlyMap<string, HostAddress[]> = new Map(),
): DomainInfo {
  const { name, roid, registrant, contacts, sponsor, createdBy, createdAt, expiresAt } = domain;
  const rgpStatuses = rgpStatusesOf(domain, now);
  const idn = rulesOf(domain).profile.idn?.extension === "idn" && idnDataOf(name, domain.idnTable);
  const isAttributes = rulesOf(domain).profile.hostModel === "attributes";
  const secDns = {
    ...(domain.maxSigLife !== null && { maxSigLife: domain.maxSigLife }),
    ...(domain.keys.length > 0
      ? { dsData: [], keyData: domain.keys }
      : { dsData: domain.dsRecords, keyData: [] }),
  };
  return {
    name,
    roid,
    statuses: shownStatuses(heldStatuses(domain), domain.nameservers),
    ...(registrant !== null && { registrant }),
    contacts,
    nameservers: domain.nameservers.map((host) =>
      isAttributes ? { name: host, addresses: attributes.get(host) ?? [] } : { name: host },
    ),
    subordinateHosts: [...subordinateHosts],
    sponsoringClientId: sponsor,
    createdBy,
    createdAt,
    ...(domain.updatedBy !== null && { updatedBy: domain.updatedBy }),
    ...(domain.updatedAt && { updatedAt: domain.updatedAt }),
    expiresAt,
    ...(domain.transferredAt && { transferredAt: domain.transferredAt }),
    ...(domain.dsRecords.length > 0 && { secDns }),
    ...(rgpStatuses.length > 0 && { rgpStatuses }),
    ...(idn && { idn }),
  };
}
