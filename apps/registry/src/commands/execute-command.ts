import type { EppCommand } from "@zonepost/epp/codec";
import type { CommandContext, Done } from "./command-context.ts";
import { checkContacts } from "./contact-check.ts";
import { createContact } from "./contact-create.ts";
import { removeOwnContact } from "./contact-delete.ts";
import { showContact } from "./contact-info.ts";
import { transferContact } from "./contact-transfer.ts";
import { updateContact } from "./contact-update.ts";
import { checkDomains } from "./domain-check.ts";
import { createDomain } from "./domain-create.ts";
import { removeOwnDomain } from "./domain-delete.ts";
import { showDomain } from "./domain-info.ts";
import { renewDomain } from "./domain-renew.ts";
import { restoreDomain } from "./domain-restore.ts";
import { transferDomain } from "./domain-transfer.ts";
import { updateDomain } from "./domain-update.ts";
import { checkHosts } from "./host-check.ts";
import { createHost } from "./host-create.ts";
import { removeOwnHost } from "./host-delete.ts";
import { showHost } from "./host-info.ts";
import { updateHost } from "./host-update.ts";
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
    case "poll":
      return await pollMessages(context, command);
  }
}
