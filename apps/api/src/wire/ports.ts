import { createSecretBox } from "@zonepost/secret-box";
import { createHttpEgress } from "../adapters/http-egress/index.ts";
import type { Env } from "../env.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { RulesOfTlds } from "../modules/domains/index.ts";
import type { PriceList } from "../modules/payments/index.ts";
import { wireAccounts } from "./accounts.ts";
import { wireDns, wireDomains } from "./domains.ts";
import { wireMail } from "./mail.ts";
import { wirePayments } from "./payments.ts";

export type Ports = ReturnType<typeof wirePorts>;

/** What the modules need from the outside world and from each other. */
export function wirePorts(
  env: Env,
  base: Pick<Ctx, "db" | "clock" | "log">,
  loaded: { tldRules: RulesOfTlds; priceList: PriceList },
) {
  const secretBox = createSecretBox([env.ENCRYPTION_KEY, ...env.ENCRYPTION_KEYS_RETIRED]);
  return {
    ...wireDomains(env, base, { ...loaded, secretBox }),
    ...wireDns(env),
    ...wireMail(env),
    ...wirePayments(env, loaded.priceList, base.log),
    ...wireAccounts(env),
    transport: createHttpEgress({ allowPrivateNetworks: env.WEBHOOKS_ALLOW_PRIVATE_NETWORKS }),
    secretBox,
    panelUrl: env.PANEL_URL,
  };
}
