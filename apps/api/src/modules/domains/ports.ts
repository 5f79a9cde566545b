import type { DsRecord } from "@zonepost/schema";
import type { Queryable } from "../../kernel/ctx.ts";
import type { DnsResolver } from "./dns-port.ts";

export type * from "./dns-port.ts";

/** A domain's contacts, by their handles at the registry. */
export type RegistryContacts = { registrant: string | null; admin: string | null; tech: string | null };

/** A domain as its registry holds it for us. */
export type RegistryDomain = {
  name: string;
  registeredAt: Date;
  /** The registry's own date, which may renew itself; what is paid for is kept by us. */
  registryExpiresAt: Date;
  nameservers: string[];
  /** Addresses of the nameservers that lie under the domain itself. */
  glue: { host: string; addresses: string[] }[];
  dsRecords: DsRecord[];
  contacts: RegistryContacts;
  /** RFC 5731 section 2.3 */
  statuses: string[];
  /** RFC 3915 section 3.1: addPeriod, redemptionPeriod, pendingDelete, … */
  graceStatuses: string[];
};

/** A registry's response about one name. */
export type RegistryAnswer =
  | { kind: "held"; domain: RegistryDomain }
  /** Another registrar sponsors it. */
  | { kind: "elsewhere" }
  | { kind: "unregistered" };

export type RegistrarAvailability = {
  name: string;
  available: boolean;
  /** Why not; null where it can be had. */
  reason: "taken" | "reserved" | "invalid_label" | null;
  premium: boolean;
  /** In the currency's minor unit; null if the registry quotes no price. */
  registerYearCents: number | null;
  renewYearCents: number | null;
  transferCents: number | null;
  restoreCents: number | null;
  currency: string;
};

/** A price that the registry has to agree with, or refuse with `price_changed`. */
export type AgreedPrice = { priceCents: number; currency: string };

export type RegistrantDetails = {
  name: string;
  organization: string | null;
  email: string;
  /** E.164 */
  phone: string;
  street: string[];
  city: string;
  stateOrProvince: string | null;
  postalCode: string | null;
  countryCode: string;
};

/** A domain that another registrar holds, as its auth code opens it. */
export type ForeignDomain = {
  statuses: string[];
  registeredAt: Date | null;
  lastTransferredAt: Date | null;
  registryExpiresAt: Date | null;
  nameservers: string[];
  dsRecords: DsRecord[];
};

/** A transfer as the registry tells it (RFC 5731 section 3.1.3). */
export type RegistryTransfer = {
  state: "pending" | "approved" | "rejected" | "cancelled";
  /** Whether it is we who get the domain. */
  direction: "in" | "out";
  requestedAt: Date;
  /** When the losing side has to have answered, or did. */
  actsAt: Date;
  registryExpiresAt: Date | null;
};

/** Something that the registry wants us to know, oldest first. */
type RegistryNotice = {
  id: string;
  domainName: string | null;
  message: string;
  /** Whether it tells that a command that had been taken was not carried out in the end. */
  isRefusal?: boolean;
};

/** `pending`: the registry has accepted the command and will carry it out later (RFC 5730, code 1001). */
export type CommandOutcome = "completed" | "pending";

type CallOptions = {
  /** Names the command in both parties' logs (RFC 5730 section 2.5); the audit log keeps it. */
  clTRID?: string;
};

/**
 * The registrar port of the domains module. Failures are {@link RegistrarError}s, whatever the protocol. No change
 * is ever retried automatically; those that bring about a state (contacts, hosts, nameservers, statuses) may be called again.
 */
export type Registrar = {
  /** How our rows name it; it never leaves the service. */
  code: string;
  /** The currency of its prices (ISO 4217). */
  currency: string;
  /** One answer a name, in any order; prices of the first year, of a further one, of a transfer and of a restore. */
  checkAvailability(names: readonly string[]): Promise<RegistrarAvailability[]>;
  /** The price of a registration for this many years, which need not be a multiple of the price of one. */
  priceRegistration(name: string, years: number): Promise<AgreedPrice>;
  readDomain(name: string): Promise<RegistryAnswer>;

  /** Hosts under the name itself are made first, the others where the registry wants them made. */
  createDomain(
    input: {
      name: string;
      years: number;
      nameservers: { host: string; addresses: string[] }[];
      contacts: RegistryContacts;
      /** Never logged, and forgotten afterwards. */
      authCode: string;
      agreed?: AgreedPrice;
    },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** `registryExpiresAt` is the date that it is renewed from: another one is refused with `expiry_changed`. */
  renewDomain(
    input: { name: string; years: number; registryExpiresAt: Date; agreed?: AgreedPrice },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  deleteDomain(name: string, options?: CallOptions): Promise<CommandOutcome>;
  /** Request and, where the registry wants one, report (RFC 3915 section 4.2.5). */
  restoreDomain(
    input: { name: string; agreed?: AgreedPrice; before: RegistryDomain; deletedAt: Date; restoredAt: Date },
    options?: CallOptions,
  ): Promise<CommandOutcome>;

  changeDsRecords(
    name: string,
    change: { add: DsRecord[]; remove: DsRecord[] },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** Brings the delegation from one list to the other, addresses of hosts under the name included. */
  changeNameservers(
    name: string,
    change: {
      before: { host: string; addresses: string[] }[];
      after: { host: string; addresses: string[] }[];
    },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** The lock against transfers (clientTransferProhibited). */
  changeLock(name: string, locked: boolean, options?: CallOptions): Promise<CommandOutcome>;
  changeContacts(
    name: string,
    change: { before: RegistryContacts; after: RegistryContacts },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  changeAuthCode(name: string, authCode: string, options?: CallOptions): Promise<CommandOutcome>;

  /** Makes the contact, or brings the one that is there to these details. A private one is kept out of public answers. */
  saveContact(
    handle: string,
    details: RegistrantDetails,
    isPrivate: boolean,
    options?: CallOptions,
  ): Promise<void>;

  /** Reads a domain with its auth code. Throws `wrong_auth_code`; null if the name is not registered. */
  readForeignDomain(name: string, authCode: string): Promise<ForeignDomain | null>;
  requestTransfer(
    input: { name: string; authCode: string; agreed?: AgreedPrice },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** The transfer that runs or the last one; null where there is none that concerns us. */
  readTransfer(name: string): Promise<RegistryTransfer | null>;
  answerTransfer(
    name: string,
    answer: "approve" | "reject" | "cancel",
    options?: CallOptions,
  ): Promise<CommandOutcome>;

  nextNotice(): Promise<RegistryNotice | null>;
  acknowledgeNotice(id: string): Promise<void>;
  /** Resolves when it answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** How a change is sent to a registrar. */
export type Send = (registrar: Registrar, options: CallOptions) => Promise<CommandOutcome>;

/** Which registrar is asked for which top-level domain. */
export type Registrars = {
  offeredTlds: readonly string[];
  forTld(tld: string): Registrar | undefined;
  byCode(code: string): Registrar | undefined;
  all(): readonly Registrar[];
};

/** The mail of a domain; the mail module fills this port. */
type DomainMail = {
  /** The plan that the domain has mail with, or null. */
  findPlanSlug(db: Queryable, workspaceId: string, domainName: string): Promise<string | null>;
};

export type DomainPorts = { registrars: Registrars };
export type MailOfDomainPorts = { domainMail: DomainMail };
export type DnsPorts = { dns: DnsResolver };

/**
 * - `unavailable`: nothing was sent, or nothing was done; it may be tried again.
 * - `outcome_unknown`: it was sent and no answer came; ask `readDomain` before anything is repeated.
 * - `exists`, `missing`: what should be added is there, what should go is not.
 * - `prohibited`: a status of the domain forbids it.
 * - `failed`: the registry could not carry it out, through no fault of ours; nothing was changed.
 * - `price_changed`: the price that was agreed is not the registry's.
 * - `expiry_changed`: the date to renew from is not the registry's.
 * - `wrong_auth_code`: the auth code does not open the domain.
 * - `too_many_years`: the expiry date would lie further ahead than the registry has it.
 * - `in_use`: something else still refers to it.
 * - `refused`: the registry's rules forbid it.
 */
export type RegistrarErrorReason =
  | "unavailable"
  | "outcome_unknown"
  | "exists"
  | "missing"
  | "prohibited"
  | "failed"
  | "price_changed"
  | "expiry_changed"
  | "wrong_auth_code"
  | "too_many_years"
  | "in_use"
  | "refused";

export class RegistrarError extends Error {
  override readonly name = "RegistrarError";
  readonly reason: RegistrarErrorReason;
  constructor(reason: RegistrarErrorReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/** Whether a command was sent and no answer came. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof RegistrarError && error.reason === "outcome_unknown";
