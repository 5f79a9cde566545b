import type { ConfigurationFile, DatabaseAddress, MailServerOptions } from "../options.ts";

/** The lookups by name, in the form `proxy:pgsql:<file>`. */
export type PostfixMaps = Record<MapName, string>;

const queries = {
  domains: "SELECT name FROM mail_host.domains WHERE name = '%s'",
  mailboxes: "SELECT address FROM mail_host.mailboxes WHERE address = '%s'",
  aliases: "SELECT target FROM mail_host.aliases WHERE source = '%s'",
  senders: "SELECT login FROM mail_host.senders WHERE address = '%s'",
  "recipient-replies": "SELECT reply FROM mail_host.recipient_replies WHERE recipient = '%s'",
  // Domains with exceptions are left to the rule of the spam filter, which sees the client's address.
  "outside-senders":
    "SELECT '554 5.7.1 Sign in to send from this address' FROM mail_host.domains AS domain WHERE name = '%d' AND NOT EXISTS (SELECT FROM mail_host.sender_exceptions AS exception WHERE exception.domain = domain.name)",
  "sending-limit": "SELECT mail_host.count_recipient('%s')",
  "external-transport": "",
} as const;

type MapName = keyof typeof queries;

export function postfixMaps(options: MailServerOptions): { maps: PostfixMaps; files: ConfigurationFile[] } {
  const { hostname, database, folders } = options;
  // Forwarded mail has a sender of another host. It is taken in again, to get a sender of ours.
  const externalTransport = `SELECT CASE WHEN '%d' = '${hostname}' OR EXISTS (SELECT FROM mail_host.domains WHERE name = '%d') THEN '${directTransport(options)}' ELSE 'forward:[127.0.0.1]:${options.internalPorts.forwarding}' END`;
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
  const { host, port, name, user, password, sslMode = "disable" } = database;
  const address = (attempt: number) => {
    const url = new URL(`postgresql://${host.includes(":") ? `[${host}]` : host}:${port}/${name}`);
    url.username = user;
    url.password = password;
    url.searchParams.set("sslmode", sslMode);
    url.searchParams.set("connect_timeout", "5");
    url.searchParams.set("application_name", `postfix-${attempt}`);
    return url.href;
  };
  return `hosts = ${address(1)} ${address(2)}\ndbname = ${name}`;
}
