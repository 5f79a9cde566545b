import { connectionUri } from "../database/connection-strings.ts";
import type { DatabaseAddress } from "../database/database-address.ts";
import type { ConfigurationFile, MailServerOptions } from "../options.ts";

/** The lookups by name, in the form `proxy:pgsql:<file>`. */
export type PostfixMaps = Record<MapName, string>;

/** Domains are stored as A-labels, and may be asked for in the letters of their language. */
const queries = {
  domains: "SELECT mail_host.find_domain(mail_host.ascii_domain(mail_host.postfix_text('%s')))",
  mailboxes: "SELECT mail_host.find_mailbox(mail_host.ascii_address(mail_host.postfix_text('%s')))",
  aliases: "SELECT mail_host.find_alias_targets(mail_host.ascii_address(mail_host.postfix_text('%s')))",
  senders: "SELECT mail_host.find_sender_logins(mail_host.ascii_address(mail_host.postfix_text('%s')))",
  "outside-senders":
    "SELECT mail_host.find_outside_sender_reply(mail_host.ascii_domain(mail_host.postfix_text('%d')))",
} as const;

type MapName = keyof typeof queries;

export function postfixMaps(options: MailServerOptions): { maps: PostfixMaps; files: ConfigurationFile[] } {
  const { database, folders } = options;
  const names = Object.keys(queries) as MapName[];
  const files = names.map((name) => ({
    path: `postfix/${name}.cf`,
    group: "postfix" as const,
    text: `${connection(database)}
query = ${queries[name]}
`,
  }));
  const maps = Object.fromEntries(
    names.map((name) => [name, `proxy:pgsql:${folders.configuration}/postfix/${name}.cf`]),
  ) as PostfixMaps;
  return { maps, files };
}

/** Where mail to other hosts goes, as a transport and a next hop. */
export const directTransport = ({ relay }: MailServerOptions): string =>
  relay ? `smtp:[${relay.host}]:${relay.port}` : "smtp:";

/**
 * Postfix avoids a host for a minute after an error. Listed twice, the database is tried again at once after its
 * restart.
 */
function connection(database: DatabaseAddress): string {
  const hosts = [1, 2].map((attempt) => connectionUri(database, { applicationName: `postfix-${attempt}` }));
  // Postfix insists on a name, and takes that of the address.
  return `hosts = ${hosts.join(" ")}\ndbname = ${encodeURIComponent(database.name)}`;
}
