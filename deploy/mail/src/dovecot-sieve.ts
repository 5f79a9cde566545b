import type { MailServerOptions } from "./options.ts";

/**
 * What rules of people can do. Left out of Pigeonhole's own list are `enotify` (mail to anyone in any name), `reject` and
 * `ereject` (mail to senders that may be forged) and `regex` (patterns that take hours). It offers the rest to no one:
 * `editheader`, `mboxmetadata`, `servermetadata`, `vacation-seconds` and those of Dovecot's own, such as `vnd.dovecot.pipe`.
 */
export const sieveExtensions = [
  "fileinto",
  "envelope",
  "encoded-character",
  "vacation",
  "subaddress",
  "comparator-i;ascii-numeric",
  "relational",
  "imap4flags",
  "copy",
  "include",
  "body",
  "variables",
  "environment",
  "mailbox",
  "date",
  "index",
  "ihave",
  "duplicate",
  "mime",
  "foreverypart",
  "extracttext",
] as const;

export const sieveMaxScriptBytes = 262_144;

/** The `plugin` settings of Sieve. If the rules of a delivery take more than the CPU time, it's stored in the inbox. */
export const sieveSettings = ({
  redis,
}: Pick<MailServerOptions, "redis">) => `  sieve = file:~/sieve;active=~/active.sieve
  sieve_before = $folder/sieve/junk.sieve
  sieve_extensions = ${[...sieveExtensions, ...(redis ? ["imapsieve"] : [])].join(" ")}
  # Only to targets that have confirmed it: the check is in front of ManageSieve, and again when the message leaves.
  sieve_max_redirects = 4
  sieve_max_actions = 32
  # Interrupted after 1 to 2 s.
  sieve_max_cpu_time = 1s
  sieve_max_script_size = ${sieveMaxScriptBytes / 1_024}k
  sieve_quota_max_scripts = 20
  sieve_quota_max_storage = 1M
  sieve_include_max_includes = 20
  sieve_include_max_nesting_depth = 5
  # For the parts :user and :detail in rules. Dovecot itself must not split addresses.
  recipient_delimiter = +
`;

/**
 * At deliveries, the active script of a person runs as one of the host. Debian's Pigeonhole 0.5.19 (deb12u7) stores how much
 * CPU time a person's own script takes from 1.5 s, and crashes at that, so that the message would never be delivered.
 * Programs aren't available here, since scripts of the host may run them.
 */
export const sieveAtDelivery = `  plugin {
    sieve = file:~/sieve;active=~/none.sieve
    sieve_before2 = file:~/active.sieve
    sieve_plugins =
    sieve_global_extensions =
  }
`;

/** The mail programs' port is the lookups service's, which has TLS and passes on the client's address. */
export const manageSieveService = (port: number) => `haproxy_trusted_networks = 127.0.0.1
service managesieve-login {
  inet_listener sieve {
    address = 127.0.0.1
    port = ${port}
    haproxy = yes
  }
}
`;
