import type { Ctx, Transaction } from "../../kernel/ctx.ts";

/** Records of one name and type. `name` is relative to the zone, `@` for the zone itself; `values` in canonical form. */
export type ServedRecordSet = { name: string; type: string; ttlSeconds: number; values: readonly string[] };

/** A zone as the primary has it: with its SOA record's serial, without that record, and without those of DNSSEC. */
export type ServedZone = { serial: number; recordSets: readonly ServedRecordSet[] };

export type WantedZone = {
  name: string;
  /** If the served one isn't lower, the next one after it is used (RFC 1982). */
  serial: number;
  soa: {
    primaryHost: string;
    contactMailbox: string;
    refreshSeconds: number;
    retrySeconds: number;
    expireSeconds: number;
    negativeTtlSeconds: number;
    ttlSeconds: number;
  };
  recordSets: readonly ServedRecordSet[];
};

/**
 * - `away`: the primary can't be reached, or did not answer in time. What was sent may have been carried out.
 * - `refused`: it doesn't accept this content. Nothing was changed.
 */
export class ZoneServerError extends Error {
  override readonly name = "ZoneServerError";
  readonly reason: "away" | "refused";
  constructor(reason: "away" | "refused", message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type ZoneSigning = "unsigned" | "signed";

export type ZoneKeyRole = "ksk" | "zsk" | "csk";
/** A signing key; `state` as RFC 7583 names it. Only the public half ever leaves the primary. */
export type ZoneKey = {
  keyTag: number;
  role: ZoneKeyRole;
  algorithm: number;
  state: "published" | "ready" | "active" | "retired" | "removed";
  /** Presentation form of the DNSKEY record's data. */
  dnskey: string;
};

export type ZoneRollover = "ksk" | "zsk" | "algorithm";

/** One conversation with the primary, which has only one at a time. Every verb rejects with a `ZoneServerError`. */
export type ZoneServerSession = {
  /** All zones that it has. */
  list(): Promise<string[]>;
  /** Null if it doesn't have the zone. */
  read(zoneName: string): Promise<ServedZone | null>;
  /** Makes the zone have this content, in one step; creates it first where needed. `isChanged` is false if it had it. */
  put(zone: WantedZone): Promise<{ serial: number; isChanged: boolean }>;
  /** Withdraws the zone and erases its keys. Does nothing if there is none. */
  remove(zoneName: string): Promise<void>;
  signingOf(zoneName: string): Promise<ZoneSigning>;
  /** `unsigned` removes all signatures at once: only after the DS record is gone and its TTL has passed. */
  setSigning(zoneName: string, signing: ZoneSigning): Promise<void>;
  keys(zoneName: string): Promise<ZoneKey[]>;
  rollOver(zoneName: string, kind: ZoneRollover): Promise<void>;
};

/** The hidden primary that signs and publishes zones. */
export type ZoneServer = {
  /** Runs `work` in a conversation of its own. Aborting the signal ends the conversation, and undoes an open change. */
  converse<Result>(
    work: (session: ZoneServerSession) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
};

/** A public nameserver, with an address where the installation reaches it. */
export type PublicServer = { host: string; address: string; port: number };

export type ServedSerial =
  | { kind: "answered"; serial: number }
  /** It answers, but doesn't serve the zone. */
  | { kind: "not_served" }
  | { kind: "away"; reason: "timeout" | "refused" | "malformed" };

export type PublicServers = {
  servers: readonly PublicServer[];
  /** Queries one server for the zone's SOA record, past all caches. Failures are part of the result. */
  readSerial(server: PublicServer, zoneName: string, signal?: AbortSignal): Promise<ServedSerial>;
};

export type ZoneHosting = {
  zoneServer: ZoneServer;
  publicServers: PublicServers;
  /** The mailbox in SOA records, such as `hostmaster@example.net`. */
  contactMailbox: string;
};

/**
 * - `proved`: every nameserver that answered has the record.
 * - `delegated_here`: the parent zone names our nameservers, which proves nothing.
 * - `missing`: a nameserver that answered doesn't have it.
 * - `not_delegated`: the parent zone doesn't have the name.
 * - `away`: no nameserver answered, or the parent zone couldn't be read.
 */
export type ProofResult = "proved" | "delegated_here" | "missing" | "not_delegated" | "away";

/** Reads what the name's present nameservers have, found from the parent zone. Failures are part of the result. */
export type ZoneProof = {
  readProof(
    question: { workspaceId: string; name: string; recordName: string; value: string },
    signal?: AbortSignal,
  ): Promise<ProofResult>;
};

export type Delegation =
  /** Hosts, in lower case and sorted. */
  | { kind: "delegated"; servers: string[] }
  | { kind: "not_delegated" }
  /** The parent zone couldn't be read. */
  | { kind: "unknown" };

/** Reads which nameservers the parent zone names. Failures are part of the result. */
export type ZoneDelegations = {
  readDelegation(question: { workspaceId: string; name: string }, signal?: AbortSignal): Promise<Delegation>;
};

/** What other modules do with a new zone, in the transaction that creates it. */
type ZoneListener = {
  whenZoneCreated(tx: Transaction, ctx: Ctx, zone: { workspaceId: string; name: string }): Promise<void>;
};

export type DnsModulePorts = {
  /** Null while the operator hasn't configured nameservers for hosted zones. */
  zoneHosting: ZoneHosting | null;
  zoneProof: ZoneProof;
  zoneDelegations: ZoneDelegations;
  zoneListener: ZoneListener;
};
