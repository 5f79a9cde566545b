import type postgres from "postgres";
import { addYears } from "../rules/years.ts";
import { lockDueDomains, type StoredDomain, saveDomain } from "./domains.ts";
import { queueMessage } from "./poll-messages.ts";

/**
 * Renews a domain whose expiry date has come, as registries do by themselves, and tells its sponsor. Happens
 * when somebody looks, once for each year that has passed; nobody can tell that it was not done on the day.
 */
export async function renewIfDue(
  tx: postgres.TransactionSql,
  domain: StoredDomain,
  now: Date,
): Promise<StoredDomain> {
  let renewed = domain;
  while (renewed.expiresAt <= now) {
    const expiredAt = renewed.expiresAt;
    renewed = { ...renewed, expiresAt: addYears(expiredAt, 1) };
    await queueMessage(tx, {
      registrar: renewed.sponsor,
      queuedAt: expiredAt,
      text: `The registry renewed ${renewed.name} for one year at its expiry.`,
      subject: { type: "domain:renewed", domain: { name: renewed.name, expiresAt: renewed.expiresAt } },
    });
  }
  if (renewed !== domain) await saveDomain(tx, renewed);
  return renewed;
}

export async function renewAllDue(sql: postgres.Sql, registrar: string, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    for (const domain of await lockDueDomains(tx, registrar, now)) await renewIfDue(tx, domain, now);
  });
}
