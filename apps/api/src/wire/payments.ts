import { createCardSandbox } from "../adapters/card-sandbox/index.ts";
import { createStripe, minimumChargeCents } from "../adapters/stripe/index.ts";
import { type Env, EnvError } from "../env.ts";
import type { Queryable } from "../kernel/ctx.ts";
import type { Logger } from "../kernel/log.ts";
import { guardPort } from "../kernel/quarantine/guard-port.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import {
  countAutoRenewing,
  listHeldTlds,
  type Registrars,
  type RulesOfTlds,
} from "../modules/domains/index.ts";
import { countAutoRenewingMail } from "../modules/mail/index.ts";
import { createPaymentListener } from "../modules/orders/index.ts";
import {
  freeMailPlans,
  missingFixedPrices,
  type PriceList,
  priceListOfRegistries,
  processorsOf,
  readPriceList,
} from "../modules/payments/index.ts";
import { sandboxMailPlans } from "../sandbox/mail-plan-prices.ts";
import { readConfigFile } from "./read-config-file.ts";

/** What a quarantine doesn't refuse. */
const readsOfProcessor = [
  "isCustomerDeleted",
  "readCardPage",
  "readCard",
  "readIntent",
  "readPaymentIdOfIntent",
  "readPaymentPage",
  "listRefunds",
  "listDisputes",
  "listFraudWarnings",
  "listContestedIntents",
  "listPaidIntents",
  "listRefundedIntents",
  "listTransactions",
  "readNotice",
  "close",
] as const satisfies readonly (keyof ReturnType<typeof createStripe>)[];

type Shared = { priceList: PriceList; log: Logger; quarantine: QuarantineGuard };

/** How many a workspace may refund in a month without the operator; null if the operator decides about every refund. */
export const undoneRegistrationsOf = (env: Pick<Env, "REFUNDS" | "UNDONE_REGISTRATIONS">): number | null =>
  env.REFUNDS === "operator" ? null : env.UNDONE_REGISTRATIONS;

export const wirePayments = (env: Env, { priceList, log, quarantine }: Shared) => ({
  processors: processorsOf(
    env.payments ? [guardPort(createStripe({ ...env.payments, log }), quarantine, readsOfProcessor)] : [],
  ),
  testCards: wireTestCards(env, quarantine),
  orders: createPaymentListener({
    isHeldUntilConfirmed: env.HOLD_ORDERS_UNTIL_CONFIRMED,
    seller: env.seller,
    undoneRegistrations: undoneRegistrationsOf(env),
  }),
  holdsUntilConfirmed: env.HOLD_ORDERS_UNTIL_CONFIRMED,
  renewsUnpaid: env.AUTO_RENEW_UNPAID,
  undoneRegistrations: undoneRegistrationsOf(env),
  suspendsUnpaid: env.LOST_DISPUTE === "suspend",
  seller: env.seller,
  operatorEmail: env.OPERATOR_EMAIL,
  autoRenewals: {
    countAutoRenewing: async (reader: Queryable, workspaceId: string) => ({
      domainCount: await countAutoRenewing(reader, workspaceId),
      mailPlanCount: await countAutoRenewingMail(priceList, reader, workspaceId),
    }),
  },
});

const wireTestCards = (env: Env, quarantine: QuarantineGuard) =>
  env.ZONEPOST_MODE === "sandbox" && env.payments && env.CARDS_CONTROL_SECRET
    ? guardPort(
        createCardSandbox({
          url: env.payments.apiBase,
          controlSecret: env.CARDS_CONTROL_SECRET,
          timeoutFactor: env.payments.timeoutFactor,
        }),
        quarantine,
        [],
      )
    : null;

export function loadPriceList({ PRICE_LIST_FILE: file, ...env }: Env, tldRules: RulesOfTlds): PriceList {
  const onOffer = env.registrars.flatMap(({ tlds, currency }) =>
    tlds.map((tld) => ({ tld, currency, costs: tldRules.of(tld).costs })),
  );
  const mailPlans = env.ZONEPOST_MODE === "sandbox" ? sandboxMailPlans : freeMailPlans;
  return readConfigFile("PRICE_LIST_FILE", file, (json) =>
    json === undefined
      ? priceListOfRegistries(env.registrars[0]?.currency ?? "EUR", mailPlans, minimumChargeCents)
      : readPriceList(json, onOffer, minimumChargeCents),
  );
}

/** Domains stay at a registrar that no longer offers their TLD, and then need prices too. */
export async function refuseUnpricedDomains(
  db: Queryable,
  { priceList, registrars }: { priceList: PriceList; registrars: Registrars },
): Promise<void> {
  if (priceList.currency === null) {
    return;
  }
  const held = (await listHeldTlds(db)).flatMap(({ tld, registrar: code }) => {
    const registrar = registrars.byCode(code);
    const isOffered = registrar === undefined || registrars.forTld(tld) === registrar;
    const { costs } = registrars.rulesOf(tld);
    return isOffered ? [] : [{ tld, currency: registrar.currency, costs, isHeldOnly: true }];
  });
  const problems = missingFixedPrices(priceList, held);
  if (problems.length > 0) {
    throw new EnvError(problems.map((problem) => `PRICE_LIST_FILE: ${problem}`).join("\n"));
  }
}
