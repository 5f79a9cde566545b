import postgres from "postgres";
import { connectionLimits } from "./client.ts";

/**
 * Makes our limits the defaults of the role with which a pooler connects to this database, because PgBouncer refuses them
 * as parameters of a connection. Connections that the pooler already has keep the defaults they began with.
 */
export async function setPooledLimits(pooledUrl: string): Promise<void> {
  const client = postgres(pooledUrl, {
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "zonepost-migrate" },
  });
  try {
    const missing = await client<{ statement: string }[]>`
      select format('alter role %I in database %I set %I = %L', current_user, current_database(), name, value) as statement
      from jsonb_each_text(${JSON.stringify(connectionLimits)}::text::jsonb) as wanted (name, value)
      where not exists (
        select from pg_db_role_setting
        where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())
          and wanted.name || '=' || wanted.value = any (setconfig))`;
    if (missing.length === 0) {
      return;
    }
    await client.unsafe(missing.map(({ statement }) => statement).join("; "));
    // Else the pooler would lend this connection, which began without them, to the API.
    await client`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
  } finally {
    await client.end({ timeout: 1 });
  }
}
