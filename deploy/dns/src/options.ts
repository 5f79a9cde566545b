/** Where a nameserver listens. */
export type DnsAddress = { address: string; port: number };

export type DnsServerOptions = {
  /** The hidden primary: it signs, and only the public nameservers transfer from it. */
  primary: DnsAddress;
  /** The public nameservers, by their host names. */
  secondaries: readonly (DnsAddress & { host: string })[];
  /** Shared by all of them: HMAC-SHA256 of transfers and notifications (RFC 8945), in base64. */
  transferKey: string;
  /** Validating resolvers that tell whether a parent zone has a DS record. Without them, an operator confirms it. */
  parentResolvers: readonly DnsAddress[];
  folders: {
    /** Zones, journals, the list of zones, and in `keys` the private keys. */
    state: string;
    /** The control socket. A socket's path has at most 107 characters. */
    run: string;
  };
  /** How long answers stay in caches. Undefined: as in production. */
  timing?: { dnskeyTtlSeconds: number; propagationDelaySeconds: number; parentCheckSeconds: number };
  /** Megabytes of the databases, which never grow beyond it. Default: for 10,000 zones. */
  databaseMegabytes?: { journal: number; keys: number; timers: number };
};
