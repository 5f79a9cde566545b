import { readFileSync } from "node:fs";
import { checkServerIdentity } from "node:tls";
import postgres from "postgres";
import { type DatabaseAddress, databaseAddress } from "./database-address.ts";

/** A database's address, and whether it may be on another machine without TLS, as in the sandbox. */
export type DatabaseTarget = { url: string; mayBeOpen?: boolean };

type Options = NonNullable<Parameters<typeof postgres>[1]>;

/** Connects as the mail servers do: the parameters of the address mean what they mean to libpq. */
export function connectDatabase<Settings extends Options>(
  { url, mayBeOpen }: DatabaseTarget,
  settings: Settings,
) {
  const address = databaseAddress(url, { mayBeOpen });
  const { host, port, name: database, user: username, password } = address;
  return postgres({
    onnotice: () => {},
    // By default, a connection may wait 20 s before it tries again after an outage.
    backoff: (failedTries: number) => Math.min(0.05 * 2 ** failedTries, 1),
    ...settings,
    host,
    port,
    database,
    username,
    password,
    ssl: tlsOf(address),
  });
}

function tlsOf({ host, sslMode, caFile }: DatabaseAddress): Options["ssl"] {
  switch (sslMode) {
    case "disable":
      return false;
    case "allow":
    case "prefer":
      return "prefer";
    default: {
      if (caFile === undefined) {
        return { rejectUnauthorized: false };
      }
      return {
        ca: readFileSync(caFile),
        // As in libpq, `require` with certificates is `verify-ca`.
        checkServerIdentity: (_name: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
          sslMode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
      };
    }
  }
}
