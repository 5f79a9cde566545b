import { isIP } from "node:net";

/** libpq's modes. The first three protect from nothing, and are for a database on the same machine. */
const openModes = ["disable", "allow", "prefer"] as const;
const encryptedModes = ["require", "verify-ca", "verify-full"] as const;
export const sslModes = [...openModes, ...encryptedModes];
type SslMode = (typeof sslModes)[number];

export type DatabaseAddress = {
  host: string;
  port: number;
  name: string;
  user: string;
  password: string;
  sslMode: SslMode;
  /** The certificates that sign the database's, for `verify-ca` and `verify-full`. */
  caFile?: string | undefined;
};

/** An address that the mail host can't use, in one sentence without the password. */
export class DatabaseAddressError extends Error {
  override name = "DatabaseAddressError";
}

/**
 * `postgres://user:password@host[:port]/name[?sslmode=…][&sslrootcert=FILE]`. A socket's folder is a host with encoded
 * slashes. Nothing is ignored: a parameter that the servers wouldn't get is refused.
 */
export function databaseAddress(
  text: string,
  {
    caFile,
    mayBeOpen = false,
  }: { caFile?: string | undefined /** For a network without strangers. */; mayBeOpen?: boolean } = {},
): DatabaseAddress {
  const url = parseUrl(text);
  const part = (name: string, value: string) => {
    const decoded = decode(name, value);
    if (decoded === "") {
      throw new DatabaseAddressError(`The database's address has no ${name}: ${form}`);
    }
    return decoded;
  };
  const host = part("host", url.hostname.replace(/^\[|\]$/g, ""));
  const unknown = [...url.searchParams.keys()].find((key) => !["sslmode", "sslrootcert"].includes(key));
  if (unknown !== undefined) {
    throw new DatabaseAddressError(
      `The parameter ${unknown} of the database's address isn't supported. Known ones are sslmode and sslrootcert.`,
    );
  }
  const given = { sslMode: url.searchParams.get("sslmode"), caFile: url.searchParams.get("sslrootcert") };
  return {
    host,
    port: Number(url.port || 5432),
    name: part("name", url.pathname.slice(1)),
    user: part("user", url.username),
    password: decode("password", url.password),
    ...tlsOf(
      mayBeOpen || isOnThisMachine(host) ? undefined : host,
      given.sslMode,
      caFile ?? given.caFile ?? undefined,
    ),
  };
}

const form = "postgres://user:password@host/name";

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new DatabaseAddressError(
      `The database's address must have the form ${form}, with percent-encoded characters.`,
    );
  }
  if (url.hash !== "" || url.pathname.lastIndexOf("/") > 0) {
    throw new DatabaseAddressError(
      "The database's address has a # or / that isn't percent-encoded (%23, %2F).",
    );
  }
  return url;
}

function decode(name: string, value: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    throw new DatabaseAddressError(
      `The ${name} in the database's address has a % that isn't percent-encoded (%25).`,
    );
  }
  // A configuration file has no notation for them.
  if ([...decoded].some((character) => character < " " || character === "\u007f")) {
    throw new DatabaseAddressError(`The ${name} in the database's address has a control character.`);
  }
  return decoded;
}

/** `remoteHost` is undefined if the connection may be in the clear. */
function tlsOf(remoteHost: string | undefined, mode: string | null, caFile: string | undefined) {
  const sslMode = sslModes.find((known) => known === (mode ?? "disable"));
  if (!sslMode) {
    throw new DatabaseAddressError(`sslmode=${mode} is unknown. Known modes are ${sslModes.join(", ")}.`);
  }
  const isEncrypted = encryptedModes.some((known) => known === sslMode);
  if (!isEncrypted && remoteHost !== undefined) {
    throw new DatabaseAddressError(
      `The database ${remoteHost} is on another machine, so its address needs sslmode=verify-full, verify-ca or require${mode === null ? "" : `, not ${mode}`}: passwords and messages' addresses would cross the network in the clear.`,
    );
  }
  if (sslMode.startsWith("verify-") && caFile === undefined) {
    throw new DatabaseAddressError(
      `sslmode=${sslMode} needs the certificates that sign the database's: --database-ca FILE or sslrootcert=FILE in the address, such as /etc/ssl/certs/ca-certificates.crt for a public authority.`,
    );
  }
  if (caFile !== undefined && !caFile.startsWith("/")) {
    throw new DatabaseAddressError("The file with the database's certificates needs an absolute path.");
  }
  return { sslMode, caFile };
}

/** A socket, or all of 127.0.0.0/8 in any notation: URL keeps the host of this protocol as it was written. */
function isOnThisMachine(host: string): boolean {
  return (
    host.startsWith("/") ||
    host === "localhost" ||
    host === "::1" ||
    (isIP(host) === 4 && host.startsWith("127."))
  );
}
