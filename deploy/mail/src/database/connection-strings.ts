import type { DatabaseAddress } from "./database-address.ts";

/**
 * The address as text, with what only libpq takes if it is for a server: in a `.cf` file of Postfix, for example. Percent-encoding leaves none of the characters that Postfix
 * itself reads: blanks and commas between hosts, `$` of a parameter, `#` of a comment.
 */
export function connectionUri(address: DatabaseAddress, servers?: { applicationName: string }): string {
  const { host, port, name, user, password, sslMode, caFile } = address;
  const parameters = Object.entries({
    sslmode: sslMode,
    ...(caFile === undefined ? {} : { sslrootcert: caFile }),
    ...(servers && { connect_timeout: "5", application_name: servers.applicationName }),
  }).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const place = `${host.includes(":") ? `[${host}]` : encodeURIComponent(host)}:${port}`;
  return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${place}/${encodeURIComponent(name)}?${parameters.join("&")}`;
}

/**
 * The value of `connect` in a file of Dovecot. Each host is one connection: a query whose connection was lost is repeated
 * on another one.
 */
export function dovecotConnect(address: DatabaseAddress, connections: 1 | 2): string {
  const { host, port, name, user, password, sslMode, caFile } = address;
  const words = [
    ...Array<string>(connections).fill(`host=${host}`),
    `port=${port}`,
    `dbname=${connectionValue(name)}`,
    `user=${connectionValue(user)}`,
    `password=${connectionValue(password)}`,
    `sslmode=${sslMode}`,
    ...(caFile === undefined ? [] : [`sslrootcert=${connectionValue(caFile)}`]),
    "connect_timeout=5",
    "application_name=dovecot",
  ];
  return `"${words.join(" ").replace(/[\\"]/g, "\\$&")}"`;
}

/**
 * Dovecot splits the string at blanks, also within quotes, joins the words with one blank each, and takes some, such as
 * `host=…`, for its own. So every character is escaped, and the quotes keep a blank at the end.
 */
const connectionValue = (value: string): string =>
  /^[\w.-]+$/.test(value) ? value : `'${[...value].map((character) => `\\${character}`).join("")}'`;
