import type { ConfigurationFile, DatabaseAddress, MailServerOptions } from "../options.ts";

/** The lookups by name, in the form `proxy:pgsql:<file>`. */
export type PostfixMaps = Record<MapName, string>;

/** Domains are stored as A-labels, and may be asked for in the letters of their language. */
const queries = {
  domains: "SELECT mail_host.find_domain(mail_host.ascii_domain('%s'))",
  mailboxes: "SELECT mail_host.find_mailbox(mail_host.ascii_address('%s'))",
  aliases: "SELECT mail_host.find_alias_targets(mail_host.ascii_address('%s'))",
  senders: "SELECT mail_host.find_sender_logins(mail_host.ascii_address('%s'))",
  "outside-senders": "SELECT mail_host.find_outside_sender_reply(mail_host.ascii_domain('%d'))",
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
