import type postgres from "postgres";
import { withoutExtension } from "../address.ts";
import type { AllowedAddresses } from "./check-script.ts";

/** What an account may use of the addresses in its scripts; undefined while the account is off. */
export async function readAllowedAddresses(
  sql: postgres.Sql,
  accountId: string,
  targets: readonly string[],
): Promise<AllowedAddresses | undefined> {
  const [forwards, own] = await Promise.all([
    sql<{ address: string }[]>`
      select address from unnest(${[...new Set(targets)]}::text[]) as given (address)
      where mail_host.may_forward(${accountId}, address)`,
    sql<{ address: string }[]>`select address from mail_host.sieve_addresses(${accountId}) as own (address)`,
  ]);
  const forwardable = addressesOf(forwards);
  const ownAddresses = addressesOf(own);
  return ownAddresses.size === 0
    ? undefined
    : {
        mayForward: (address) => forwardable.has(address),
        isOwn: (address) => ownAddresses.has(address) || ownAddresses.has(withoutExtension(address)),
      };
}

const addressesOf = (rows: readonly { address: string }[]) => new Set(rows.map(({ address }) => address));
