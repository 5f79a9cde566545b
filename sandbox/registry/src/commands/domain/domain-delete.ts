import type { DomainDeleteCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { deleteDomain } from "../../rules/deletion.ts";
import { heldStatuses } from "../../rules/domain.ts";
import { feeOf } from "../../rules/prices.ts";
import { assertRemovable } from "../../rules/statuses.ts";
import { removeDomain, saveDomain } from "../../state/domains.ts";
import { domainsUsingHosts, hostsBelow } from "../../state/hosts.ts";
import { bookCharges, readAccount } from "../../state/registrars.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { offeredName, ownDomain } from "./domain-access.ts";

export async function removeOwnDomain(context: CommandContext, command: DomainDeleteCommand): Promise<Done> {
  const name = offeredName(command.name);
  const after = await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    assertRemovable(heldStatuses(domain));
    // RFC 5731 section 3.2.2: refused while other domains are delegated to hosts below it.
    const [user] = await domainsUsingHosts(tx, await hostsBelow(tx, domain.name), domain.name);
    if (user) {
      throw new Refusal(2305, "other domains are delegated to hosts below this one");
    }
    const deleted = deleteDomain(domain, context.registrar, context.now);
    if (deleted.domain) {
      await saveDomain(tx, deleted.domain);
    } else {
      await removeDomain(tx, domain.name);
    }
    await bookCharges(tx, [{ registrar: context.registrar, cents: -deleted.credit }]);
    return deleted;
  });
  const account = await readAccount(context.sql, context.registrar);
  return {
    code: after.domain ? 1001 : 1000,
    parts: encodeResult("domain:delete", feeOf(name, account, { credit: after.credit })),
  };
}
