import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import { validateName } from "../../rules/names.ts";
import { lockHost, type StoredHost } from "../../state/hosts.ts";
import { lockCurrentDomain } from "../../state/passing-time.ts";
import type { CommandContext } from "../command-context.ts";

const maxAddresses = 13;

export function missingHostRefusal(): Refusal {
  return new Refusal(2303, "there is no such host");
}

/** Returns the host that a command changes. Only its sponsor may change it. */
export async function ownHost(
  tx: postgres.TransactionSql,
  name: string,
  { registrar }: CommandContext,
): Promise<StoredHost> {
  const host = await lockHost(tx, name.toLowerCase());
  if (!host) {
    throw missingHostRefusal();
  }
  if (host.sponsor !== registrar) {
    throw new Refusal(2201, "another registrar sponsors this host");
  }
  return host;
}

/** RFC 5732 section 3.2.1: only the sponsor of a domain may create hosts below it. */
export async function assertOwnSuperordinate(
  tx: postgres.TransactionSql,
  superordinate: string,
  { registrar, now }: CommandContext,
): Promise<void> {
  const offered = validateName(superordinate).kind === "offered";
  const domain = offered ? await lockCurrentDomain(tx, superordinate, now) : undefined;
  if (!domain) {
    throw new Refusal(2303, `${superordinate} is not registered`);
  }
  if (domain.sponsor !== registrar) {
    throw new Refusal(2201, `another registrar sponsors ${superordinate}`);
  }
  if (domain.phase) {
    throw new Refusal(2304, `${superordinate} is being deleted`);
  }
}

/** Only hosts below the registry's own zones have glue. */
export function assertAddresses(
  superordinate: string | null,
  addresses: readonly { address: string }[],
): void {
  if (superordinate === null && addresses.length > 0) {
    throw new Refusal(2306, "a host below another registry's domain has no addresses here");
  }
  if (superordinate !== null && addresses.length === 0) {
    throw new Refusal(2003, "a host below a domain of this registry needs an address");
  }
  if (addresses.length > maxAddresses) {
    throw new Refusal(2308, `at most ${maxAddresses} addresses`);
  }
}
