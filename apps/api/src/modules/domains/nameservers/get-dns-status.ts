import type { DnsStatus } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readDelegatedKeys, validateDelegation } from "../dnssec/read-delegated-keys.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { DnsCheckPorts } from "../ports.ts";
import { recordDnsCheck } from "../registry-sync/record-dns-check.ts";
import { delegatedHosts } from "../rules/delegation.ts";
import { foundAt } from "../rules/dns-check.ts";

/** A server that fails is part of the result, not an error. What is found counts as the domain's latest check. */
export async function getDnsStatus(ctx: WorkspaceCtx & DnsCheckPorts, name: string): Promise<DnsStatus> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, name);
  const { workspaceId, name: domainName } = domain;
  const [website, keys, servers] = await Promise.all([
    ctx.dns.readAddresses({ workspaceId, hostName: domainName }),
    readDelegatedKeys(ctx, domain),
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
  const { outcome } = await validateDelegation(ctx, domain, keys);
  await recordDnsCheck(ctx, domain, foundAt(keys, outcome));
  const answers = servers.flatMap(({ mail }) => (mail.kind === "answered" ? [mail.hosts] : []));
  return {
    nameservers: keys.map(({ nameserver, keys: answer }) => ({
      host: nameserver,
      state: answer.kind === "answered" ? "answers" : answer.reason,
    })),
    website: { state: website.kind, addresses: website.kind === "found" ? website.addresses : [] },
    mailHosts: answers.length > 0 ? [...new Set(answers.flat())].sort() : null,
  };
}
