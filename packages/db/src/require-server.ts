import postgres from "postgres";
import { type AddressUse, findServerMistake } from "./server-mistake.ts";

/** Zonepost can't work with this database server. The message is one line for the operator, and names the setting. */
export class RefusedServerError extends Error {
  override readonly name = "RefusedServerError";
}

/** Refuses a server that is too old, and a pooler where there may be none. Changes nothing. */
export async function requireServer(url: string, use: AddressUse): Promise<void> {
  // Without any parameter that a pooler might refuse.
  const client = postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "zonepost-check" },
  });
  try {
    const found = await client<{ backendPid: number; version: string; versionNumber: number }[]>`
      select pg_backend_pid() as "backendPid", current_setting('server_version') as version,
        current_setting('server_version_num')::int as "versionNumber"`;
    const [row] = found;
    if (row === undefined) {
      throw new Error("the database server doesn't name its version");
    }
    // A pooler hands out numbers of its own, because its clients share the server's processes.
    const isPooled = found.state.pid !== row.backendPid;
    const mistake = findServerMistake({ ...row, isPooled }, use);
    if (mistake !== undefined) {
      throw new RefusedServerError(mistake);
    }
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** The settings of the addresses of one database. */
export type DatabaseAddresses = { DATABASE_URL: string; DATABASE_DIRECT_URL?: string | undefined };

/** The address that never leads to a pooler, and the name of its setting. */
export const directAddress = ({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseAddresses) =>
  DATABASE_DIRECT_URL
    ? ({ url: DATABASE_DIRECT_URL, setting: "DATABASE_DIRECT_URL" } as const)
    : ({ url: DATABASE_URL, setting: "DATABASE_URL" } as const);

/** Whether DATABASE_URL may lead to a pooler. */
export const isPooled = ({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseAddresses): boolean =>
  Boolean(DATABASE_DIRECT_URL) && DATABASE_DIRECT_URL !== DATABASE_URL;
