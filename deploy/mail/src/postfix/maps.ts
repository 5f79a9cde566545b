import { connectionUri } from "../database/connection-strings.ts";
import type { DatabaseAddress } from "../database/database-address.ts";
import type { ConfigurationFile, MailServerOptions } from "../options.ts";

/** The lookups by name, in the form `proxy:pgsql:<file>`. */
export type PostfixMaps = Record<MapName, string>;

const queries = {
  domains: "SELECT mail_host.find_domain('%s')",
  mailboxes: "SELECT mail_host.find_mailbox('%s')",
  aliases: "SELECT mail_host.find_alias_targets('%s')",
  senders: "SELECT mail_host.find_sender_logins('%s')",
  "outside-senders": "SELECT mail_host.find_outside_sender_reply('%d')",
  "external-transport": "",
} as const;

type MapName = keyof typeof queries;

export function postfixMaps(options: MailServerOptions): { maps: PostfixMaps; files: ConfigurationFile[] } {
  const { hostname, database, folders } = options;
  // Forwarded mail has a sender of another host. It is taken in again, to get a sender of ours.
  const externalTransport = `SELECT CASE WHEN '%d' = '${hostname}' OR EXISTS (SELECT FROM mail_host.find_domain('%d')) THEN '${directTransport(options)}' ELSE 'forward:[127.0.0.1]:${options.internalPorts.forwarding}' END`;
  const names = Object.keys(queries) as MapName[];
  const files = names.map((name) => ({
    path: `postfix/${name}.cf`,
    group: "postfix" as const,
    text: `${connection(database)}
query = ${name === "external-transport" ? externalTransport : queries[name]}
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
