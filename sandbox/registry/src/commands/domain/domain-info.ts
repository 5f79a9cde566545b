import type { DomainInfoCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { describeDomain } from "../../rules/domain.ts";
import { hostAddresses } from "../../state/hosts.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { assertAuthInfo, offeredName, readDomain } from "./domain-access.ts";

export async function showDomain(context: CommandContext, command: DomainInfoCommand): Promise<Done> {
  const name = offeredName(command.name);
  const { domain, subordinateHosts } = await readDomain(context, name);
  if (command.authInfo !== undefined) {
    await assertAuthInfo(context.sql, domain, command.authInfo, command.authInfoRoid);
  } else if (domain.sponsor !== context.registrar) {
    throw new Refusal(2201, "another registrar sponsors this domain");
  }
  const attributes =
    name.rules.profile.hostModel === "attributes"
      ? await hostAddresses(context.sql, subordinateHosts)
      : undefined;
  const info = describeDomain(domain, context.now, subordinateHosts, attributes);
  const shownHosts = command.hosts ?? "all";
  if (shownHosts === "none" || shownHosts === "sub") {
    info.nameservers = [];
  }
  if (shownHosts === "none" || shownHosts === "del") {
    info.subordinateHosts = [];
  }
  return { parts: encodeResult("domain:info", info) };
}
