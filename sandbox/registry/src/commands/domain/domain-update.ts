import type { DomainUpdateCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { changeContacts, missingContacts } from "../../rules/contacts.ts";
import { changeNameservers } from "../../rules/delegation.ts";
import { heldStatuses } from "../../rules/domain.ts";
import { feeOf } from "../../rules/prices.ts";
import { assertUpdatable, changeStatuses } from "../../rules/statuses.ts";
import { saveDomain } from "../../state/domains.ts";
import { readAccount } from "../../state/registrars.ts";
import { hashAuthInfo } from "../../state/secrets.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { offeredName, ownDomain } from "./domain-access.ts";
import { assertContacts } from "./domain-contacts.ts";
import { changeDnssec } from "./domain-dnssec.ts";
import { assureHosts, dropAttributes } from "./domain-hosts.ts";

export async function updateDomain(context: CommandContext, command: DomainUpdateCommand): Promise<Done> {
  const name = offeredName(command.name);
  const { add, remove, change, secDns } = command;
  const newAuthInfo = change?.authInfo;
  const authInfoHash = await hashAuthInfo(newAuthInfo);
  await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    assertUpdatable(heldStatuses(domain), remove?.statuses?.includes("clientUpdateProhibited") ?? false);
    const changed = {
      ...domain,
      statuses: changeStatuses(domain.statuses, remove?.statuses ?? [], add?.statuses ?? []),
      nameservers: changeNameservers(
        domain.nameservers,
        remove?.nameservers ?? [],
        add?.nameservers ?? [],
        name.rules,
      ),
      ...changeDnssec(name, domain, secDns),
      authInfoHash: newAuthInfo === undefined ? domain.authInfoHash : authInfoHash,
      updatedBy: context.registrar,
      updatedAt: context.now,
    };
    if (add?.contacts || remove?.contacts || change?.registrant !== undefined) {
      changed.contacts = changeContacts(domain.contacts, remove?.contacts ?? [], add?.contacts ?? []);
      if (change?.registrant !== undefined) {
        changed.registrant = change.registrant || null;
      }
      // A contact that was already missing is not an error of this change.
      const before = missingContacts(domain, name.rules);
      const lost = missingContacts(changed, name.rules).find((role) => !before.includes(role));
      if (lost) {
        throw new Refusal(2308, `a domain below .${name.rules.tld} needs a contact: ${lost}`);
      }
      await assertContacts(tx, changed, name.rules);
    }
    await dropAttributes(tx, name, remove?.nameservers ?? []);
    if (add?.nameservers) {
      await assureHosts(tx, name, add.nameservers, context);
    }
    await saveDomain(tx, changed);
  });
  // RFC 8748 section 3.5: a server that sends the balance sends it with every change, including those free of charge.
  const account = await readAccount(context.sql, context.registrar);
  return { parts: encodeResult("domain:update", feeOf(name, account)) };
}
