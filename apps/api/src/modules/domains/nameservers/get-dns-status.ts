import type { DnsStatus } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { DnsPorts } from "../ports.ts";
import { delegatedHosts } from "../rules/delegation.ts";

/** A server that fails is part of the result, not an error. */
export async function getDnsStatus(ctx: WorkspaceCtx & DnsPorts, name: string): Promise<DnsStatus> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, name);
  const { workspaceId, name: domainName } = domain;
  const [website, servers] = await Promise.all([
    ctx.dns.readAddresses({ workspaceId, hostName: domainName }),
    Promise.all(
      delegatedHosts(domain).map(async ({ host, addresses }) => ({
        host,
        mail: await ctx.dns.readMailHosts({
          workspaceId,
          domainName,
          nameserver: host,
          addresses: addresses.length > 0 ? addresses : undefined,
        }),
      })),
    ),
  ]);
  const answers = servers.flatMap(({ mail }) => (mail.kind === "answered" ? [mail.hosts] : []));
  return {
    nameservers: servers.map(({ host, mail }) => ({
      host,
      state: mail.kind === "answered" ? "answers" : mail.reason,
    })),
    website: { state: website.kind, addresses: website.kind === "found" ? website.addresses : [] },
    mailHosts: answers.length > 0 ? [...new Set(answers.flat())].sort() : null,
  };
}
