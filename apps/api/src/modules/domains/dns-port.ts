/** A DNSKEY as received from a server (RFC 4034 section 2). */
export type DnskeyRecord = {
  flags: number;
  protocol: number;
  algorithm: number;
  /** Base64. */
  publicKey: string;
};

/** An RRSIG over the DNSKEY set (RFC 4034 section 3). */
export type DnskeySignature = {
  algorithm: number;
  labels: number;
  originalTtlSeconds: number;
  /** Both as in the record: seconds modulo 2^32 (RFC 4034 section 3.1.5). */
  expirationSeconds: number;
  inceptionSeconds: number;
  keyTag: number;
  signerName: string;
  /** Base64. */
  signature: string;
};

/**
 * - `unresolvable`: the server's name has no address.
 * - `timeout`: none of its addresses responded in time.
 * - `refused`: it refused the query, or failed.
 * - `not_authoritative`: it isn't authoritative for the zone.
 * - `private_address`: its address isn't public, so it wasn't queried.
 * - `malformed`: its response can't be parsed.
 * - `busy`: too many checks of the workspace were running, so it wasn't queried.
 */
export type ServerAwayReason =
  | "unresolvable"
  | "timeout"
  | "refused"
  | "not_authoritative"
  | "private_address"
  | "malformed"
  | "busy";

type Away = { kind: "away"; reason: ServerAwayReason };

export type ServerKeys =
  | { kind: "answered"; address: string; keys: DnskeyRecord[]; signatures: DnskeySignature[] }
  | Away;

/** The hosts of a domain's MX records; none if it accepts no mail, also with a null MX (RFC 7505). */
type ServerMailHosts = { kind: "answered"; hosts: string[] } | Away;

export type NameserverQuestion = {
  workspaceId: string;
  domainName: string;
  nameserver: string;
  /** Known addresses, such as glue. If omitted, they are looked up. */
  addresses?: readonly string[];
};

/** The addresses of a host name; `unknown` if no resolver responded, or too many lookups were running. */
export type HostAddresses =
  | { kind: "found"; addresses: string[] }
  | { kind: "missing" }
  | { kind: "private_address" }
  | { kind: "unknown" };

/**
 * The DNS port of the domains module. Only an abort throws; failures are part of the result. Each workspace has a share
 * of the parallel queries.
 */
export type DnsResolver = {
  /** Queries one of the domain's nameservers directly, past all caches. */
  readKeys(input: NameserverQuestion, signal?: AbortSignal): Promise<ServerKeys>;
  readMailHosts(input: NameserverQuestion, signal?: AbortSignal): Promise<ServerMailHosts>;
  readAddresses(
    input: { workspaceId: string; hostName: string },
    signal?: AbortSignal,
  ): Promise<HostAddresses>;
};
