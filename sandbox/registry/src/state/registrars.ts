import type postgres from "postgres";
import { Refusal } from "../refusal.ts";
import type { Account, Charge } from "../rules/prices.ts";
import type { Queryable } from "./json.ts";
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

export async function readAccount(sql: Queryable, id: string): Promise<Account> {
  const [row] = await sql<{ balance: string; creditLimit: string }[]>`
    select opening_balance + coalesce(
        (select sum(cents) from registry.account_entries where registrar = registrars.id), 0
      ) as balance, credit_limit as "creditLimit"
    from registry.registrars where id = ${id}`;
  return { balance: Number(row?.balance ?? 0), creditLimit: Number(row?.creditLimit ?? 0) };
}

/** Concurrent commands can together exceed the funds slightly. */
export async function requireFunds(sql: Queryable, { registrar, cents }: Charge): Promise<void> {
  const { balance, creditLimit } = await readAccount(sql, registrar);
  if (balance + creditLimit < cents) {
    throw new Refusal(2104, "the account has not enough funds");
  }
}

/** Charges accounts, or refunds them if `cents` is negative. */
export async function bookCharges(sql: Queryable, charges: readonly Charge[]): Promise<void> {
  const rows = charges
    .filter(({ cents }) => cents !== 0)
    .map(({ registrar, cents }) => ({ registrar, cents: -cents }));
  if (rows.length > 0) {
    await sql`insert into registry.account_entries ${sql(rows)}`;
  }
}

/** Sets what a registrar can still spend. */
export async function setAvailableCredit(sql: postgres.Sql, id: string, cents: number): Promise<void> {
  const { balance, creditLimit } = await readAccount(sql, id);
  await bookCharges(sql, [{ registrar: id, cents: balance + creditLimit - cents }]);
}
