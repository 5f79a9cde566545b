import type { HostAddress, Nameserver } from "@zonepost/epp";
import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import { type OfferedName, superordinateOf } from "../../rules/names.ts";
import { findDomain } from "../../state/domains.ts";
import { holdHosts, insertHost, removeHost } from "../../state/hosts.ts";
import type { CommandContext } from "../command-context.ts";

/**
 * Ensures that a domain's new nameservers exist. One below the domain itself needs glue addresses, so it must have been
 * created before. Others may be created here.
 */
export async function assureHosts(
  tx: postgres.TransactionSql,
  name: OfferedName,
  nameservers: readonly Nameserver[],
  { registrar, now }: CommandContext,
): Promise<void> {
  const added = nameservers.map((nameserver) => nameserver.name.toLowerCase());
  const attributes = new Map(
    nameservers.map((nameserver) => [nameserver.name.toLowerCase(), nameserver.addresses ?? []]),
  );
  const found = new Map((await holdHosts(tx, added)).map((host) => [host.name, host]));
  for (const host of [...added].sort()) {
    const superordinate = superordinateOf(host);
    if (superordinate === name.name && name.rules.profile.hostModel === "attributes") {
      await insertAttributes(tx, name, { host, addresses: attributes.get(host) ?? [] }, { registrar, now });
    } else if (superordinate === name.name) {
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

/** Stored like a host object, so that the zone has its glue. */
async function insertAttributes(
  tx: postgres.TransactionSql,
  { name }: OfferedName,
  { host, addresses }: { host: string; addresses: HostAddress[] },
  { registrar, now }: Pick<CommandContext, "registrar" | "now">,
): Promise<void> {
  if (addresses.length === 0) {
    throw new Refusal(2003, `${host} needs its addresses`);
  }
  await insertHost(tx, {
    name: host,
    sponsor: registrar,
    superordinate: name,
    addresses,
    createdBy: registrar,
    createdAt: now,
  });
}

/** Host attributes leave with the delegation. */
export async function dropAttributes(
  tx: postgres.TransactionSql,
  { name, rules }: OfferedName,
  removed: readonly Nameserver[],
): Promise<void> {
  if (rules.profile.hostModel === "objects") {
    return;
  }
  for (const { name: host } of removed) {
    if (superordinateOf(host.toLowerCase()) === name) {
      await removeHost(tx, host.toLowerCase());
    }
  }
}
