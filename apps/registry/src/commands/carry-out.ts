import type { EppCommand } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { checkDomains } from "./domain-check.ts";
import { createDomain } from "./domain-create.ts";
import { showDomain } from "./domain-info.ts";
import { renewDomain } from "./domain-renew.ts";
import { updateDomain } from "./domain-update.ts";
import { pollMessages } from "./poll.ts";

/** A command that is not about the session itself. */
export type ObjectCommand = Exclude<EppCommand, { type: "login" | "logout" }>;

export async function carryOut(context: CommandContext, command: ObjectCommand): Promise<Done> {
  switch (command.type) {
    case "domain:check":
      return await checkDomains(context, command);
    case "domain:info":
      return await showDomain(context, command);
    case "domain:update":
      return await updateDomain(context, command);
    case "domain:create":
      return await createDomain(context, command);
    case "domain:renew":
      return await renewDomain(context, command);
    case "poll":
      return await pollMessages(context, command);
    default:
      throw new Refusal(2101, `${command.type} is not offered here`);
  }
}
