import type postgres from "postgres";
import { hashSecret, matchesSecret } from "./secrets.ts";

/** Accredits a registrar, or changes its password. */
export async function saveRegistrar(sql: postgres.Sql, id: string, password: string): Promise<void> {
  const hash = await hashSecret(password);
  await sql`
    insert into registry.registrars (id, password_hash) values (${id}, ${hash})
    on conflict (id) do update set password_hash = excluded.password_hash`;
}

export async function isRegistrarPassword(sql: postgres.Sql, id: string, password: string): Promise<boolean> {
  const [row] = await sql<{ password_hash: string }[]>`
    select password_hash from registry.registrars where id = ${id}`;
  return await matchesSecret(password, row?.password_hash);
}

/** Creates a registrar without a password, unless it exists. */
export async function assureRegistrar(sql: postgres.Sql, id: string): Promise<void> {
  await sql`
    insert into registry.registrars (id, password_hash) values (${id}, 'none') on conflict (id) do nothing`;
}
