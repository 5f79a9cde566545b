import type { Dnskey, DomainRenewal, DsRecord } from "@zonepost/schema";
import type { DomainWithMail, MailDnsLights } from "@zonepost/schema/panel";
import type { SecretBox } from "@zonepost/secret-box";
import type { StoredActor } from "../../kernel/actor.ts";
import type { Ctx, Queryable, Transaction, WorkspaceCtx } from "../../kernel/ctx.ts";
import type { Cost, PriceList } from "../payments/index.ts";
import type { DnsResolver } from "./dns-port.ts";
import type { TldRules } from "./tlds/tld-rules.ts";

export type { Cost } from "../payments/index.ts";
export type * from "./dns-port.ts";
export type { TldRules } from "./tlds/tld-rules.ts";

export type RegistryContacts = { registrant: string | null; admin: string | null; tech: string | null };

/** A domain of ours, as its registry returns it. */
export type RegistryDomain = {
  name: string;
  registeredAt: Date;
  /** The registry's own date, which its auto-renew can move; we keep the paid date. */
  registryExpiresAt: Date;
  nameservers: string[];
  /** Addresses of the nameservers below the domain itself. */
  glue: { host: string; addresses: string[] }[];
  dsRecords: DsRecord[];
  contacts: RegistryContacts;
  /** RFC 5731 section 2.3 */
  statuses: string[];
  /** RFC 3915 section 3.1: addPeriod, redemptionPeriod, pendingDelete, … */
  graceStatuses: string[];
};

export type RegistryAnswer =
  | { kind: "held"; domain: RegistryDomain }
  /** Sponsored by another registrar. */
  | { kind: "elsewhere" }
  | { kind: "unregistered" };

export type RegistrarAvailability = {
  name: string;
  available: boolean;
  /** Null if the name is available. */
  reason: "taken" | "reserved" | "invalid_label" | null;
  premium: boolean;
  /** In the currency's minor unit; null if the registry quotes no fee. */
  costs: {
    registerYearCents: number | null;
    renewYearCents: number | null;
    transferCents: number | null;
    restoreCents: number | null;
  };
  currency: string;
};

/** With its key for a registry that takes keys; it computes the DS record itself. */
export type AddedDsRecord = DsRecord & { key?: Dnskey };

/** What an account at a registry can still spend. */
export type Balance = { priceCents: number; currency: string };

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

export type ForeignDomain = {
  statuses: string[];
  registeredAt: Date | null;
  lastTransferredAt: Date | null;
  registryExpiresAt: Date | null;
  nameservers: string[];
  dsRecords: DsRecord[];
};

/** A transfer as the registry reports it (RFC 5731 section 3.1.3). */
export type RegistryTransfer = {
  state: "pending" | "approved" | "rejected" | "cancelled";
  /** `in` if the domain comes to us. */
  direction: "in" | "out";
  requestedAt: Date;
  /** The losing registrar's deadline, or the time at which it answered. */
  actsAt: Date;
  registryExpiresAt: Date | null;
};

/** A message from the registry's queue, oldest first. */
export type RegistryNotice = {
  id: string;
  /** Null if the registry doesn't say. */
  queuedAt: Date | null;
  kind: "domain" | "low_balance" | "maintenance" | "other";
  domainName: string | null;
  message: string;
  /** Parts that we understand, without auth codes. A `low_balance` has the `balance` of our account. */
  details: Record<string, unknown>;
  /** True if an accepted command wasn't carried out in the end. */
  isRefusal?: boolean;
};

/** `pending`: the registry has accepted the command and will carry it out later (RFC 5730, code 1001). */
export type CommandOutcome = "completed" | "pending";

type CallOptions = {
  /** Identifies the command in both parties' logs (RFC 5730 section 2.5) and in the audit log. */
  clTRID?: string;
};

/**
 * The registrar port of the domains module. Failures are {@link RegistrarError}s in any protocol. Changes are never
 * retried automatically; callers may repeat those that set a state (contacts, hosts, nameservers, statuses).
 */
export type Registrar = {
  /** Stored in our rows; it never leaves the service. */
  code: string;
  /** ISO 4217. */
  currency: string;
  /** Returns one answer per name, in any order, with costs of the first year, a renewal, a transfer and a restore. */
  checkAvailability(names: readonly string[]): Promise<RegistrarAvailability[]>;
  /** For this many years, which needn't be a multiple of one year's. */
  costOfRegistration(name: string, years: number): Promise<Cost>;
  costOfRenewal(name: string, years: number): Promise<Cost>;
  readDomain(name: string): Promise<RegistryAnswer>;

  /** Creates hosts below the name first, and the others if the registry requires it. */
  createDomain(
    input: {
      name: string;
      years: number;
      nameservers: { host: string; addresses: string[] }[];
      contacts: RegistryContacts;
      /** Never logged or stored. */
      authCode: string;
      /** The registry must charge this, or refuse with `price_changed`. */
      agreed?: Cost;
      /** The name of its IDN table, if the registry requires one. */
      idnTable?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** Renews from `registryExpiresAt`; any other date is refused with `expiry_changed`. */
  renewDomain(
    input: { name: string; years: number; registryExpiresAt: Date; agreed?: Cost },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  deleteDomain(name: string, options?: CallOptions): Promise<CommandOutcome>;
  /** Sends the request and, if the registry requires one, the report (RFC 3915 section 4.2.5). */
  restoreDomain(
    input: { name: string; agreed?: Cost; before: RegistryDomain; deletedAt: Date; restoredAt: Date },
    options?: CallOptions,
  ): Promise<CommandOutcome>;

  changeDsRecords(
    name: string,
    change: { add: AddedDsRecord[]; remove: DsRecord[] },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** Replaces one delegation with the other, including addresses of hosts below the name. */
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
  /** Takes the domain out of the DNS, or puts it back (clientHold). */
  changeHold(name: string, held: boolean, options?: CallOptions): Promise<CommandOutcome>;
  changeContacts(
    name: string,
    change: { before: RegistryContacts; after: RegistryContacts },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  changeAuthCode(name: string, authCode: string, options?: CallOptions): Promise<CommandOutcome>;

  /** Creates or updates the contact. A private one is withheld from public answers. */
  saveContact(
    handle: string,
    details: RegistrantDetails,
    isPrivate: boolean,
    options?: CallOptions,
  ): Promise<void>;

  /** Null if the registry has no such contact of ours. */
  readContact(handle: string): Promise<{ details: RegistrantDetails; isPrivate: boolean } | null>;

  /** Reads a domain with its auth code. Throws `wrong_auth_code`; null if the name is not registered. */
  readForeignDomain(name: string, authCode: string): Promise<ForeignDomain | null>;
  requestTransfer(
    input: { name: string; authCode: string; agreed?: Cost },
    options?: CallOptions,
  ): Promise<CommandOutcome>;
  /** The current or last transfer; null if there is none that concerns us. */
  readTransfer(name: string): Promise<RegistryTransfer | null>;
  answerTransfer(
    name: string,
    answer: "approve" | "reject" | "cancel",
    options?: CallOptions,
  ): Promise<CommandOutcome>;

  nextNotice(): Promise<RegistryNotice | null>;
  acknowledgeNotice(id: string): Promise<void>;
  /** What the account holds, without credit; negative if we owe. Null if the registry doesn't offer it. */
  readBalanceCents(): Promise<number | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type Send = (registrar: Registrar, options: CallOptions) => Promise<CommandOutcome>;

export type Registrars = {
  offeredTlds: readonly string[];
  forTld(tld: string): Registrar | undefined;
  byCode(code: string): Registrar | undefined;
  rulesOf(tld: string): TldRules;
  all(): readonly Registrar[];
};

/** Implemented by the mail module. The changes belong to the transaction that records the domain's new status. */
export type DomainMail = {
  /** Null if the domain has no mail. */
  findMailState(
    db: Queryable,
    domain: { workspaceId: string; domainName: string; now: Date },
  ): Promise<DomainWithMail["mail"]>;
  /** The checks of these domains' mail DNS, for a caller with `mail:read`. */
  listDnsLights(ctx: WorkspaceCtx, names: readonly string[]): Promise<MailDnsLights[]>;
  /**
   * May be called again, for instance when a domain can no longer be restored. True if the domain had mail, which is
   * now suspended.
   */
  whenDomainLeaves(tx: Transaction, domain: LeavingDomain): Promise<boolean>;
  /** May be called for a domain that never left. True if its mail was suspended and is back. */
  whenDomainReturns(tx: Transaction, ctx: Ctx, domain: ReturningDomain): Promise<boolean>;
  /** Days after a deletion until mailboxes are erased, if the domain can't be restored any more. */
  daysUntilErasure: number;
};

/** A domain that was deleted or transferred out. */
export type LeavingDomain = { id: string; leftAt: Date; canBeRestored: boolean };

export type ReturningDomain = { id: string; returnedAt: Date };

/** Implemented by the dns module. The changes belong to the transaction that records the domain's new state. */
export type DomainZones = {
  /** Comes first in a transaction that calls one of the others, before it emits events. False if there are none to follow. */
  lockZones(tx: Transaction, domainName: string): Promise<boolean>;
  /** May be called again, and for a domain that never arrived. Zones whose right rests on the domain end. */
  whenDomainLeaves(
    tx: Transaction,
    ctx: Ctx,
    domain: DomainOfZones & { how: "deleted" | "transferred_out" },
  ): Promise<void>;
  /** Also of a domain that is new. The workspace's zones resume, and those of others end. */
  whenDomainReturns(tx: Transaction, ctx: Ctx, domain: DomainOfZones): Promise<void>;
  whenNameserversChange(tx: Transaction, ctx: Ctx, domain: DomainOfZones): Promise<void>;
};

export type DomainOfZones = {
  workspaceId: string;
  name: string;
  /** As the registry has them. */
  nameservers: readonly string[];
  /** Who has changed the domain. */
  actor: StoredActor;
  changedAt: Date;
};

export type LineCharge = {
  orderLineId: string;
  /** Charged by the registry, or returned by it. Null if it charged nothing, or quoted no fee. */
  cost: Cost | null;
  /** Of the cost, what the registry charged before the line was paid, for its own renewal at the domain's date. */
  accruedCents?: number | undefined;
  /** That own renewal, if the registry returns it; otherwise the line's own command. */
  chargeId?: string | undefined;
};

/** What became of the operation of an order line. */
export type EndedOperation = LineCharge & { operationId: string; isSuccess: boolean };

/** A renewal whose order has been placed. `expiresAt` is the end of the term that it follows. */
export type BegunRenewal = Omit<DomainRenewal, "chargesAt"> & { name: string; expiresAt: string };

export type RenewalsWanted = {
  workspaceId: string;
  /** All domains if omitted. */
  domainName?: string;
  now: Date;
  /** Otherwise the bank's reason is left out. */
  seesPayments: boolean;
};

export type RefundOfDeletion = {
  amountCents: number;
  currency: string;
  /** How many more of this month's deletions are refunded without the operator. */
  undoneLeft: number;
};

/** Implemented by the orders module, for domains that an order line paid for. */
export type DomainOrders = {
  /** An operation has succeeded or failed. The changes belong to the transaction that records it. */
  whenOperationEnds(tx: Transaction, ended: EndedOperation, now: Date): Promise<void>;
  /** An order has paid for a renewal of the domain, and is still carrying it out. */
  isRenewalPaid(db: Queryable, domain: { workspaceId: string; name: string }): Promise<boolean>;
  /** Renewals that have begun and haven't ended, or that have failed. */
  findBegunRenewals(db: Queryable, wanted: RenewalsWanted): Promise<BegunRenewal[]>;
  /** Null if the line's domain may leave: it is safely paid, or a setting lets domains leave before. */
  findUnconfirmedPayment(db: Queryable, orderLineId: string): Promise<{ confirmsAt: Date | null } | null>;
  /** A domain left within a grace period, so the registry has returned what a line has cost. */
  whenCostIsReturned(tx: Transaction, returned: LineCharge, now: Date): Promise<void>;
  /** What deleting the line's domain in its add grace period returns to the customer; null if nothing. */
  findRefundOfDeletion(db: Queryable, orderLineId: string, now: Date): Promise<RefundOfDeletion | null>;
  /** A domain was deleted in its add grace period. */
  whenRegistrationIsUndone(
    tx: Transaction,
    ctx: Ctx,
    undone: { orderLineId: string; actor: StoredActor },
    now: Date,
  ): Promise<void>;
};

/** Implemented by the attention module. */
export type DomainAttention = {
  /** The names of the domains in the caller's list of what needs attention. */
  listDomainsInNeed(ctx: WorkspaceCtx, now: Date): Promise<string[]>;
};

export type LinkedModulePorts = {
  domainMail: DomainMail;
  domainOrders: DomainOrders;
  domainZones: DomainZones;
};
export type DomainPorts = LinkedModulePorts & {
  domainAttention: DomainAttention;
  registrars: Registrars;
  priceList: PriceList;
};
/** The person who runs the installation, not a role in it. */
export type OperatorPorts = {
  secretBox: SecretBox;
  operator: { email: string | undefined; lowBalanceCents: number | undefined };
};
export type DnsPorts = { dns: DnsResolver };
/** For a check whose findings are stored, and emailed if they are news. */
export type DnsCheckPorts = DnsPorts & { secretBox: SecretBox; panelUrl: string };

/**
 * - `unavailable`: nothing was done; safe to retry.
 * - `outcome_unknown`: sent, but no response; call `readDomain` before repeating anything.
 * - `exists`, `missing`: the thing to add exists, or the thing to remove doesn't.
 * - `prohibited`: a status of the domain forbids it.
 * - `failed`: an error on the registry's side; nothing changed.
 * - `price_changed`: the agreed cost is not the registry's.
 * - `no_price`: the name has no price.
 * - `expiry_changed`: the expiry date is not the registry's.
 * - `wrong_auth_code`: the auth code is wrong.
 * - `too_many_years`: the expiry date would exceed the registry's maximum.
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
  | "no_price"
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

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof RegistrarError && error.reason === "outcome_unknown";
