import type { DomainUpdateCommand } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { changeDsRecords, changeNameservers } from "../rules/delegation.ts";
import { assertUpdatable, changeStatuses } from "../rules/statuses.ts";
import { saveDomain } from "../state/domains.ts";
import { hashSecret } from "../state/secrets.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { offeredName, ownDomain } from "./own-domain.ts";

export async function updateDomain(context: CommandContext, command: DomainUpdateCommand): Promise<Done> {
  const name = offeredName(command.name);
  const { add, remove, change, secDns } = command;
  if (add?.contacts || remove?.contacts || change?.registrant !== undefined) {
    throw new Refusal(2306, "domains have no contacts here");
  }
  const authInfoHash = change?.authInfo ? await hashSecret(change.authInfo) : undefined;
  await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    assertUpdatable(domain.statuses, remove?.statuses?.includes("clientUpdateProhibited") ?? false);
    await saveDomain(tx, {
      ...domain,
      statuses: changeStatuses(domain.statuses, remove?.statuses ?? [], add?.statuses ?? []),
      nameservers: changeNameservers(domain.nameservers, remove?.nameservers ?? [], add?.nameservers ?? []),
      dsRecords: secDns ? changeDsRecords(domain.dsRecords, secDns, name.rules) : domain.dsRecords,
      authInfoHash: change?.authInfo === null ? null : (authInfoHash ?? domain.authInfoHash),
      updatedBy: context.registrar,
      updatedAt: context.now,
    });
  });
  return {};
}
