import type { HostUpdateCommand } from "@zonepost/epp";
import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import { changeAddresses } from "../../rules/addresses.ts";
import { isHostName, superordinateOf } from "../../rules/names.ts";
import { assertUpdatable, changeStatuses } from "../../rules/statuses.ts";
import { domainsUsingHosts, findHost, type StoredHost, saveHost } from "../../state/hosts.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { assertAddresses, assertOwnSuperordinate, ownHost } from "./host-access.ts";

export async function updateHost(context: CommandContext, command: HostUpdateCommand): Promise<Done> {
  const { add, remove } = command;
  const newName = command.newName?.toLowerCase();
  if (newName !== undefined && !isHostName(newName)) {
    throw new Refusal(2005, `${command.newName} is not a host name`);
  }
  await context.sql.begin(async (tx) => {
    const host = await ownHost(tx, command.name, context);
    assertUpdatable(host.statuses, remove?.statuses?.includes("clientUpdateProhibited") ?? false);
    const changed: StoredHost = {
      ...host,
      statuses: changeStatuses(host.statuses, remove?.statuses ?? [], add?.statuses ?? []),
      addresses: changeAddresses(host.addresses, remove?.addresses ?? [], add?.addresses ?? []),
      updatedBy: context.registrar,
      updatedAt: context.now,
    };
    if (newName !== undefined && newName !== host.name) {
      await rename(tx, context, changed, newName);
    }
    const touchesAddresses = newName !== undefined || add?.addresses || remove?.addresses;
    if (touchesAddresses) {
      assertAddresses(changed.superordinate, changed.addresses);
    }
    await saveHost(tx, host.name, changed);
  });
  return {};
}

async function rename(
  tx: postgres.TransactionSql,
  context: CommandContext,
  host: StoredHost,
  newName: string,
): Promise<void> {
  if (await findHost(tx, newName)) {
    throw new Refusal(2302, `${newName} exists`);
  }
  const users = await domainsUsingHosts(tx, [host.name], "");
  // RFC 5732 section 3.2.5: a rename affects every domain that is delegated to the host.
  if (users.some((domain) => domain.sponsor !== context.registrar)) {
    throw new Refusal(2305, "domains of other registrars are delegated to this host");
  }
  const superordinate = superordinateOf(newName);
  if (superordinate !== null) {
    await assertOwnSuperordinate(tx, superordinate, context);
  }
  host.name = newName;
  host.superordinate = superordinate;
}
