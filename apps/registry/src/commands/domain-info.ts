import { type DomainInfoCommand, encodeResult } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { describeDomain } from "../state/domains.ts";
import { matchesSecret } from "../state/secrets.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { currentDomain, offeredName } from "./own-domain.ts";

export async function showDomain(context: CommandContext, command: DomainInfoCommand): Promise<Done> {
  const name = offeredName(command.name);
  const domain = await context.sql.begin((tx) => currentDomain(tx, name, context.now));
  if (command.authInfo !== undefined) {
    if (!(await matchesSecret(command.authInfo, domain.authInfoHash))) {
      throw new Refusal(2202, "that is not the domain's authorization information");
    }
  } else if (domain.sponsor !== context.registrar) {
    throw new Refusal(2201, "another registrar sponsors this domain");
  }
  const info = describeDomain(domain);
  const shownHosts = command.hosts ?? "all";
  if (shownHosts === "none" || shownHosts === "sub") info.nameservers = [];
  return { parts: encodeResult("domain:info", info) };
}
