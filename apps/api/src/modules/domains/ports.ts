import type { DsRecord } from "@zonepost/schema";

export type * from "./dns-port.ts";

/** A domain as its registry holds it. */
export type RegistryDomain = {
  name: string;
  registeredAt: Date;
  /** The registry's own date, which may renew itself; what is paid for is kept by us. */
  registryExpiresAt: Date;
  nameservers: string[];
  dsRecords: DsRecord[];
  statuses: string[];
};

export type RegistrarAvailability = {
  available: boolean;
  premium: boolean;
  yearPriceCents: number;
  currency: string;
};

/** Something that the registry wants us to know, oldest first. */
export type RegistryNotice = { id: string; domainName: string | null; message: string };

/** What the domains need of whoever holds them. Failures are {@link RegistrarError}s, whatever the protocol. */
export type Registrar = {
  /** How our rows name it; it never leaves the service. */
  code: string;
  checkAvailability(name: string): Promise<RegistrarAvailability>;
  /** null where the name is not registered, or is not ours. */
  readDomain(name: string): Promise<RegistryDomain | null>;
  changeDsRecords(name: string, change: { add: DsRecord[]; remove: DsRecord[] }): Promise<void>;
  changeNameservers(name: string, change: { add: string[]; remove: string[] }): Promise<void>;
  nextNotice(): Promise<RegistryNotice | null>;
  acknowledgeNotice(id: string): Promise<void>;
  /** Resolves when it answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Which registrar is asked for which top-level domain. */
export type Registrars = {
  offeredTlds: readonly string[];
  forTld(tld: string): Registrar | undefined;
  byCode(code: string): Registrar | undefined;
  all(): readonly Registrar[];
};

export type DomainPorts = { registrars: Registrars };

/**
 * - `unavailable`: nothing was sent, or nothing was done; it may be tried again.
 * - `outcome_unknown`: it was sent and no answer came; ask `readDomain` before anything is repeated.
 * - `exists`, `missing`: what should be added is there, what should go is not.
 * - `prohibited`: a status of the domain forbids it.
 * - `failed`: the registry could not carry it out, through no fault of ours; nothing was changed.
 * - `refused`: the registry's rules forbid it.
 */
export type RegistrarErrorReason =
  | "unavailable"
  | "outcome_unknown"
  | "exists"
  | "missing"
  | "prohibited"
  | "failed"
  | "refused";

export class RegistrarError extends Error {
  override readonly name = "RegistrarError";
  readonly reason: RegistrarErrorReason;
  constructor(reason: RegistrarErrorReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
