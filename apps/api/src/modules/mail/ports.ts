import type { MailSettings } from "@zonepost/schema";
import type { SecretBox } from "@zonepost/secret-box";
import type { ServerAwayReason } from "../domains/index.ts";
import type { PriceList } from "../payments/index.ts";

export type PasswordHasher = {
  /** Returns the scheme in braces and a PHC string, such as `{ARGON2ID}$argon2id$…`. Never on the main thread. */
  hash(password: string): Promise<string>;
};

/** The types of records that mail needs. */
export type MailRecordType = "A" | "AAAA" | "CNAME" | "MX" | "SRV" | "TXT";

export type RecordQuestion = {
  workspaceId: string;
  /** The zone that the nameserver serves. */
  domainName: string;
  nameserver: string;
  /** Known addresses, such as glue. If omitted, they are looked up. */
  addresses?: readonly string[];
  /** The domain itself, or a name below it. */
  name: string;
  type: MailRecordType;
};

/**
 * - `values`: as texts, sorted: `10 mx.example.net`, `0 1 993 imap.example.net`. Hosts are in lower case without a final
 *   dot, and the strings of a TXT record are joined. Empty if there are none.
 * - `alias`: the target if the name is a CNAME, which was followed.
 * - `unresolvable`: also for a CNAME whose target couldn't be looked up.
 */
export type ServerRecords =
  | { kind: "answered"; values: string[]; alias: string | null }
  | { kind: "away"; reason: ServerAwayReason };

/** Only an abort throws; failures are part of the result. Each workspace has a share of the parallel queries. */
export type MailDns = {
  /** Queries one of the domain's nameservers directly, past all caches; also the servers of a delegated subdomain. */
  readRecords(question: RecordQuestion, signal?: AbortSignal): Promise<ServerRecords>;
  /** Queries the resolvers about a name in any zone. Empty if there are no records; `unknown` without an answer. */
  resolveRecords(
    question: Pick<RecordQuestion, "workspaceId" | "name" | "type">,
    signal?: AbortSignal,
  ): Promise<string[] | "unknown">;
};

/** How mail programs and other mail servers reach the mail hosts. */
export type MailServers = Omit<MailSettings, "username"> & {
  /** The name that MX records point to. */
  hostName: string;
};

/** What the operator's mail servers need in the DNS of each mail domain. */
export type MailDnsSettings = {
  /** The public name of the mail servers. */
  hostName: string;
  /** In order of preference. */
  mxHosts: readonly string[];
  /** The domain of the operator's SPF record; null to authorize the mail servers themselves. */
  spfInclude: string | null;
  /** Serves the MTA-STS policy and the settings for mail programs over HTTPS. */
  webHost: string;
  mtaStsMode: "enforce" | "testing";
  services: readonly { label: MailService; host: string; port: number }[];
};

/** RFC 6186 and RFC 8314; `_sieve` as in RFC 5804. */
type MailService = "_imaps" | "_submissions" | "_submission" | "_sieve";

export type MailPorts = {
  /** Null while the operator hasn't configured them. In the sandbox, they can start and stop at any time. */
  mailServers: { find(): Promise<MailServers | null> };
  priceList: PriceList;
  panelUrl: string;
  /** Seals DKIM private keys; the owner of a key is `mail_domain:<uuid>`. */
  secretBox: SecretBox;
  passwordHasher: PasswordHasher;
  mailDns: MailDns;
  /** Null while the operator hasn't configured mail servers. */
  mailDnsSettings: MailDnsSettings | null;
};
