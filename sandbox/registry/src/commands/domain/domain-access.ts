import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import type { StoredDomain } from "../../rules/domain.ts";
import { dueAt } from "../../rules/life.ts";
import { type OfferedName, validateName } from "../../rules/names.ts";
import { contactWithRoid } from "../../state/contacts.ts";
import { findDomain } from "../../state/domains.ts";
import { lockCurrentDomain, passTimeFor } from "../../state/passing-time.ts";
import { matchesSecret } from "../../state/secrets.ts";
import type { CommandContext } from "../command-context.ts";

export function offeredName(given: string): OfferedName {
  const validated = validateName(given);
  if (validated.kind === "rejected") {
    throw new Refusal(2005, validated.reason);
  }
  return validated;
}

function missing(name: OfferedName): Refusal {
  if (name.magic === "taken") {
    return new Refusal(2201, "another registrar sponsors this domain");
  }
  return new Refusal(2303, "there is no such domain");
}

/** Returns the domain that a command queries, up to date, with the hosts below it. */
export async function readDomain(
  { sql, now }: CommandContext,
  name: OfferedName,
): Promise<{ domain: StoredDomain; subordinateHosts: string[] }> {
  let found = await findDomain(sql, name.name);
  if (found && dueAt(found.domain) <= now) {
    await passTimeFor(sql, [name.name], now);
    found = await findDomain(sql, name.name);
  }
  if (!found) {
    throw missing(name);
  }
  return found;
}

/** Returns the domain that a command changes, up to date. */
export async function currentDomain(
  tx: postgres.TransactionSql,
  name: OfferedName,
  now: Date,
): Promise<StoredDomain> {
  if (name.magic === "fail") {
    throw new Refusal(2400, "this name fails");
  }
  const domain = await lockCurrentDomain(tx, name.name, now);
  if (!domain) {
    throw missing(name);
  }
  return domain;
}

/** Like `currentDomain`, but only for the sponsor. */
export async function ownDomain(
  tx: postgres.TransactionSql,
  name: OfferedName,
  { registrar, now }: CommandContext,
): Promise<StoredDomain> {
  const domain = await currentDomain(tx, name, now);
  if (domain.sponsor !== registrar) {
    throw new Refusal(2201, "another registrar sponsors this domain");
  }
  return domain;
}

/**
 * RFC 5731 section 3.1.2: the code belongs to the domain or, if it has a roid, to that contact of the domain.
 */
export async function assertAuthInfo(
  sql: postgres.Sql | postgres.TransactionSql,
  domain: StoredDomain,
  authInfo: string,
  roid: string | undefined,
): Promise<void> {
  let hash = domain.authInfoHash;
  if (roid !== undefined && roid !== domain.roid) {
    const contact = await contactWithRoid(sql, roid);
    const held = [domain.registrant, ...domain.contacts.map(({ id }) => id)];
    hash = contact && held.includes(contact.id) ? contact.authInfoHash : null;
  }
  if (!(await matchesSecret(authInfo, hash))) {
    throw new Refusal(2202, "that is not the domain's authorization information");
  }
}
