import type postgres from "postgres";
import { Refusal } from "../refusal.ts";
import { type OfferedName, superordinateOf } from "../rules/names.ts";
import { findDomain } from "../state/domains.ts";
import { holdHosts, insertHost } from "../state/hosts.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Ensures that a domain's new nameservers exist. One below the domain itself needs glue addresses, so it must have been
 * created before. Others may be created here.
 */
export async function assureHosts(
  tx: postgres.TransactionSql,
  name: OfferedName,
  added: readonly string[],
  { registrar, now }: CommandContext,
): Promise<void> {
  const found = new Map((await holdHosts(tx, added)).map((host) => [host.name, host]));
  for (const host of [...added].sort()) {
    const superordinate = superordinateOf(host);
    if (superordinate === name.name) {
      if (!found.get(host)?.addresses.length) {
        throw new Refusal(2303, `there is no host ${host} with addresses`);
      }
    } else if (!found.has(host)) {
      if (!name.rules.profile.implicitExternalHosts) {
        throw new Refusal(2303, `there is no host ${host}`);
      }
      const sponsor =
        superordinate === null ? undefined : (await findDomain(tx, superordinate))?.domain.sponsor;
      await insertHost(tx, {
        name: host,
        sponsor: sponsor ?? registrar,
        superordinate,
        createdBy: registrar,
        createdAt: now,
      });
    }
  }
}
