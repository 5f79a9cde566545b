import type { EppCommand } from "@zonepost/epp/codec";
import { showBalance } from "./balance-info.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { checkContacts } from "./contact/contact-check.ts";
import { createContact } from "./contact/contact-create.ts";
import { removeOwnContact } from "./contact/contact-delete.ts";
import { showContact } from "./contact/contact-info.ts";
import { transferContact } from "./contact/contact-transfer.ts";
import { updateContact } from "./contact/contact-update.ts";
import { checkDomains } from "./domain/domain-check.ts";
import { createDomain } from "./domain/domain-create.ts";
import { removeOwnDomain } from "./domain/domain-delete.ts";
import { showDomain } from "./domain/domain-info.ts";
import { renewDomain } from "./domain/domain-renew.ts";
import { restoreDomain } from "./domain/domain-restore.ts";
import { transferDomain } from "./domain/domain-transfer.ts";
import { updateDomain } from "./domain/domain-update.ts";
import { checkHosts } from "./host/host-check.ts";
import { createHost } from "./host/host-create.ts";
import { removeOwnHost } from "./host/host-delete.ts";
import { showHost } from "./host/host-info.ts";
import { updateHost } from "./host/host-update.ts";
import { pollMessages } from "./poll.ts";

/** A command other than login and logout. */
export type ObjectCommand = Exclude<EppCommand, { type: "login" | "logout" }>;

export async function executeCommand(context: CommandContext, command: ObjectCommand): Promise<Done> {
  switch (command.type) {
    case "domain:check":
      return await checkDomains(context, command);
    case "domain:info":
      return await showDomain(context, command);
    case "domain:create":
      return await createDomain(context, command);
    case "domain:renew":
      return await renewDomain(context, command);
    case "domain:update":
      return await updateDomain(context, command);
    case "domain:delete":
      return await removeOwnDomain(context, command);
    case "domain:restore":
      return await restoreDomain(context, command);
    case "domain:transfer":
      return await transferDomain(context, command);
    case "contact:check":
      return await checkContacts(context, command);
    case "contact:info":
      return await showContact(context, command);
    case "contact:create":
      return await createContact(context, command);
    case "contact:update":
      return await updateContact(context, command);
    case "contact:delete":
      return await removeOwnContact(context, command);
    case "contact:transfer":
      return await transferContact(context, command);
    case "host:check":
      return await checkHosts(context, command);
    case "host:info":
      return await showHost(context, command);
    case "host:create":
      return await createHost(context, command);
    case "host:update":
      return await updateHost(context, command);
    case "host:delete":
      return await removeOwnHost(context, command);
    case "balance:info":
      return await showBalance(context);
    case "poll":
      return await pollMessages(context, command);
  }
}
