import type postgres from "postgres";
import { withoutExtension } from "../servers/sender-lookup.ts";
import type { AllowedAddresses } from "./check-script.ts";

/** What the database says about the addresses of a script. */
export async function readAllowedAddresses(
  sql: postgres.Sql,
  accountId: string,
  targets: readonly string[],
): Promise<AllowedAddresses> {
  const [forwards, own] = await Promise.all([
    sql<{ address: string }[]>`
      select address from unnest(${[...new Set(targets)]}::text[]) as given (address)
      where mail_host.may_forward(${accountId}, address)`,
    sql<{ address: string }[]>`select address from mail_host.sieve_addresses(${accountId}) as own (address)`,
  ]);
  const [forwardable, ownAddresses] = [forwards, own].map(
    (rows) => new Set(rows.map(({ address }) => address)),
  ) as [Set<string>, Set<string>];
  return {
    mayForward: (address) => forwardable.has(address),
    isOwn: (address) => ownAddresses.has(address) || ownAddresses.has(withoutExtension(address)),
  };
}
