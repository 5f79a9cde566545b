import type { Db } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";

/** Names a program's connections, with the ID of the key that it seals with. PostgreSQL keeps the first 63 characters. */
export const connectionName = (processName: string, { keyIds: [keyId = ""] }: SecretBox): string =>
  `zonepost-${processName} key=${keyId}`;

export type OtherSealer = { program: string; address: string | null; keyId: string | null };

/**
 * The running APIs and workers that seal with another key, from the names of their connections. The key is null for a
 * version that doesn't tell. Behind a pooler, a connection has the name of the program that used it last.
 */
export async function findOtherSealers(db: Db, { keyIds: [keyId = ""] }: SecretBox): Promise<OtherSealer[]> {
  return db.$client<OtherSealer[]>`
    select distinct split_part(application_name, ' key=', 1) as program, host(client_addr) as address,
      nullif(split_part(application_name, ' key=', 2), '') as "keyId"
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name ~ '^zonepost-(api|worker)( key=|$)'
      and split_part(application_name, ' key=', 2) <> ${keyId}
    order by program, address, "keyId"`;
}

/** Whether such a program is connected, wherever it runs, with any key. */
export async function isConnected(db: Db, processName: string): Promise<boolean> {
  const found = await db.$client`
    select from pg_stat_activity
    where datname = current_database() and split_part(application_name, ' key=', 1) = ${`zonepost-${processName}`}
    limit 1`;
  return found.length > 0;
}
