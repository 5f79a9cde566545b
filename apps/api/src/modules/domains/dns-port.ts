/** A DNSKEY as a server gave it (RFC 4034 section 2). */
export type DnskeyRecord = {
  flags: number;
  protocol: number;
  algorithm: number;
  /** In base64. */
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
  /** In base64. */
  signature: string;
};

/**
 * - `unresolvable`: its name has no address.
 * - `timeout`: none of its addresses answered in time.
 * - `refused`: it answered that it will not or cannot.
 * - `not_authoritative`: it answered, but not as a server of this zone.
 * - `private_address`: its address is not one of the public internet, so it was not asked.
 * - `malformed`: its answer cannot be read.
 */
export type ServerAwayReason =
  | "unresolvable"
  | "timeout"
  | "refused"
  | "not_authoritative"
  | "private_address"
  | "malformed";

/** One nameserver's response about a domain's keys. */
export type ServerKeys =
  | { kind: "answered"; address: string; keys: DnskeyRecord[]; signatures: DnskeySignature[] }
  | { kind: "away"; reason: ServerAwayReason };

/** The addresses of a host name; `unknown` if no resolver responded. */
export type HostAddresses =
  | { kind: "found"; addresses: string[] }
  | { kind: "missing" }
  | { kind: "private_address" }
  | { kind: "unknown" };

/** The DNS port of the domains module. Only an abort throws; failures are part of the result. */
export type DnsResolver = {
  /** Asks one of a domain's name servers itself, past all caches. */
  readKeys(
    input: {
      domainName: string;
      nameserver: string;
      /** Its addresses where they are known already, as those of a name server below the domain itself; else looked up. */
      addresses?: readonly string[];
    },
    signal?: AbortSignal,
  ): Promise<ServerKeys>;
  readAddresses(hostName: string, signal?: AbortSignal): Promise<HostAddresses>;
};
