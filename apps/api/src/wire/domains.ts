import type { SecretBox } from "@zonepost/secret-box";
import { DnsResolver } from "../adapters/dns/index.ts";
import { isPrivateAddress } from "../adapters/http-egress/address-ranges.ts";
import type { Env } from "../env.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import { listDomainsInNeed } from "../modules/attention/index.ts";
import { createDomainZones, type DnsModulePorts } from "../modules/dns/index.ts";
import {
  createBalanceKeeper,
  createRegistryAccounts,
  type DomainPorts,
  type RulesOfTlds,
  readTldRules,
} from "../modules/domains/index.ts";
import {
  daysUntilErasure,
  findMailState,
  listDnsLights,
  resumeMail,
  suspendMail,
} from "../modules/mail/index.ts";
import {
  createDomainListener,
  createFindUnconfirmedPayment,
  findBegunRenewals,
} from "../modules/orders/index.ts";
import type { PriceList } from "../modules/payments/index.ts";
import { undoneRegistrationsOf } from "./payments.ts";
import { readConfigFile } from "./read-config-file.ts";
import { connectRegistrars } from "./registrars.ts";

type Shared = {
  tldRules: RulesOfTlds;
  priceList: PriceList;
  secretBox: SecretBox;
  quarantine: QuarantineGuard;
  zonePorts: DnsModulePorts;
};

export function wireDomains(
  env: Env,
  base: Pick<Ctx, "db" | "clock" | "log">,
  { tldRules, priceList, secretBox, quarantine, zonePorts }: Shared,
) {
  const { log } = base;
  const registrars = connectRegistrars(env.registrars, {
    tldRules,
    log,
    keepBalance: createBalanceKeeper(base),
    quarantine,
  });
  const domainPorts: DomainPorts = {
    registrars,
    priceList,
    domainAttention: { listDomainsInNeed },
    domainMail: {
      findMailState,
      listDnsLights,
      whenDomainLeaves: suspendMail,
      whenDomainReturns: (tx, ctx, domain) =>
        resumeMail(tx, { ...ctx, secretBox, panelUrl: env.PANEL_URL, mailDnsSettings: env.mailDns }, domain),
      daysUntilErasure,
    },
    domainZones: createDomainZones(zonePorts),
    domainOrders: {
      ...createDomainListener({ undoneRegistrations: undoneRegistrationsOf(env) }),
      findBegunRenewals,
      findUnconfirmedPayment: createFindUnconfirmedPayment({
        untilConfirmed: env.WITHHOLD_UNCONFIRMED_DOMAINS,
      }),
    },
  };
  return { ...domainPorts, registryAccounts: createRegistryAccounts(registrars, log) };
}

/** The DNS ports of domains and mail. */
export function wireDns(env: Env) {
  const isRefusedAddress = env.DNS_ALLOW_PRIVATE_NETWORKS ? () => false : isPrivateAddress;
  const dns = new DnsResolver({
    isRefusedAddress,
    resolvers: env.DNS_RESOLVERS,
    nameserverPort: env.DNS_NAMESERVER_PORT,
  });
  return {
    dns,
    mailDns: dns,
    nameserverRules: { mustResolve: env.NAMESERVERS_MUST_RESOLVE, isRefusedAddress },
  };
}

export function loadTldRules({ TLD_RULES_FILE: file, registrars, AUTO_RENEW_LEAD_DAYS }: Env): RulesOfTlds {
  const offered = registrars.flatMap(({ tlds }) => tlds);
  const defaults = { autoRenewLeadDays: AUTO_RENEW_LEAD_DAYS };
  return readConfigFile("TLD_RULES_FILE", file, (json) => readTldRules(json, offered, defaults));
}
