import { createHttpEgress } from "../adapters/http-egress/index.ts";
import type { Env } from "../env.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { guardPort } from "../kernel/quarantine/guard-port.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import type { RulesOfTlds } from "../modules/domains/index.ts";
import type { PriceList } from "../modules/payments/index.ts";
import { wireAccounts } from "./accounts.ts";
import { wireZones } from "./dns.ts";
import { wireDns, wireDomains } from "./domains.ts";
import { wireMail } from "./mail.ts";
import { wirePayments } from "./payments.ts";
import { secretBoxOf } from "./secret-box.ts";

export type Ports = ReturnType<typeof wirePorts>;

/**
 * What the modules need from the outside world and from each other. Whatever sends something, or changes something
 * outside, passes the guard of the quarantine.
 */
export function wirePorts(
  env: Env,
  base: Pick<Ctx, "db" | "clock" | "log">,
  loaded: { tldRules: RulesOfTlds; priceList: PriceList; quarantine: QuarantineGuard },
) {
  const secretBox = secretBoxOf(env);
  const dnsPorts = wireDns(env);
  const zonePorts = wireZones(env, { ...loaded, ...dnsPorts });
  return {
    ...wireDomains(env, base, { ...loaded, secretBox, zonePorts }),
    ...dnsPorts,
    ...zonePorts,
    ...wireMail(env),
    ...wirePayments(env, { ...loaded, log: base.log }),
    ...wireAccounts(env),
    transport: guardPort(
      createHttpEgress({ allowPrivateNetworks: env.WEBHOOKS_ALLOW_PRIVATE_NETWORKS }),
      loaded.quarantine,
      ["checkUrl"],
    ),
    secretBox,
    panelUrl: env.PANEL_URL,
  };
}
