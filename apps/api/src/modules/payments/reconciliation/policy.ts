import type { ProcessorDispute, ProcessorIntent, ProcessorRefund, RegistryAccount } from "../ports.ts";

/** What our records of a payment say: its charges, refunds and disputes. */
export type RecordedPayment = {
  paymentId: string;
  currency: string;
  amountCents: number;
  taxCents: number;
  /** Of successful charges; two if it was paid twice. */
  chargeCount: number;
  refundedCents: number;
  refundedTaxCents: number;
  /** Of disputes that are open or lost. */
  withheldCents: number;
  /** Of lost disputes. */
  lostTaxCents: number;
  /** In the ledger. */
  ledgerProcessorCents: number;
  ledgerTaxCents: number;
};

/** In an account of one payment, at the ledger or at the processor. */
export type Difference = {
  paymentId: string;
  account: "processor" | "tax";
  at: "ledger" | "processor";
  ownCents: number;
  foundCents: number;
};

/** Of an account as a whole: the ledger has `ownCents`. */
export type BalanceDifference = {
  paymentId: null;
  account: "processor" | "registry_balance";
  at: "processor" | "registry";
  ownCents: number;
  foundCents: number;
  currency: string;
};

export type ReportedDifference = BalanceDifference | (Difference & { currency: string });

/**
 * What couldn't be compared, and why. `not_offered`: the registry doesn't return balances. `changing`: something was on
 * its way each time.
 */
export type Unchecked = {
  at: "processor" | "registry";
  /** Null for all of them. */
  registrar: string | null;
  reason: "not_offered" | "no_answer" | "failed" | "changing";
};

export type Checked = { differences: ReportedDifference[]; unchecked: Unchecked[] };

type Opening = { registrar: string; currency: string; openingCents: number };
type InCurrencies = Readonly<Record<string, number>>;

const totalOf = <Item>(items: readonly Item[], centsOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + centsOf(item), 0);

const currenciesOf = (accounts: readonly RegistryAccount[]): string[] => [
  ...new Set(accounts.map(({ currency }) => currency)),
];

/** The accounts in a currency with their balances; null if one of them is missing, since the ledger has their sum. */
function balancesIn(accounts: readonly RegistryAccount[], currency: string) {
  const inCurrency = accounts.filter((account) => account.currency === currency);
  const answered = inCurrency.flatMap(({ registrar, answer }) =>
    "balanceCents" in answer ? [{ registrar, balanceCents: answer.balanceCents }] : [],
  );
  return answered.length < inCurrency.length ? null : answered;
}

/**
 * What accounts that are asked for the first time held before the ledger. The first ones in a currency had what the ledger
 * doesn't explain, and a later one is new.
 */
export function openingsOf(
  accounts: readonly RegistryAccount[],
  ledger: InCurrencies,
  known: readonly Opening[],
): Opening[] {
  return currenciesOf(accounts).flatMap((currency) => {
    const isFirst = !known.some((opening) => opening.currency === currency);
    const added = (balancesIn(accounts, currency) ?? []).filter(
      ({ registrar }) => !known.some((opening) => opening.registrar === registrar),
    );
    return added.map(({ registrar, balanceCents }, index) => ({
      registrar,
      currency,
      openingCents: balanceCents - (isFirst && index === 0 ? (ledger[currency] ?? 0) : 0),
    }));
  });
}

export function registryDifferences(
  accounts: readonly RegistryAccount[],
  ledger: InCurrencies,
  openings: readonly Opening[],
): BalanceDifference[] {
  return currenciesOf(accounts).flatMap((currency) => {
    const balances = balancesIn(accounts, currency);
    if (!balances) {
      return [];
    }
    const openedCents = totalOf(
      openings.filter(({ registrar }) => balances.some((balance) => balance.registrar === registrar)),
      ({ openingCents }) => openingCents,
    );
    const foundCents = totalOf(balances, ({ balanceCents }) => balanceCents);
    const ownCents = openedCents + (ledger[currency] ?? 0);
    return ownCents === foundCents
      ? []
      : [
          {
            paymentId: null,
            account: "registry_balance" as const,
            at: "registry" as const,
            ownCents,
            foundCents,
            currency,
          },
        ];
  });
}

export const uncheckedAccounts = (accounts: readonly RegistryAccount[]): Unchecked[] =>
  accounts.flatMap(({ registrar, answer }) =>
    "unchecked" in answer ? [{ at: "registry" as const, registrar, reason: answer.unchecked }] : [],
  );

/** Worth another try today. */
export const isTransient = ({ reason }: Unchecked): boolean => reason !== "not_offered";

/** Not what was reported before, whatever the order. */
export function hasChanged(now: Reported, before: Reported): boolean {
  const textOf = ({ differences, unchecked }: Reported) =>
    JSON.stringify(
      [
        ...differences.map(({ paymentId, account, at, ownCents, foundCents }) =>
          [paymentId, account, at, ownCents, foundCents].join(),
        ),
        ...unchecked.map(({ at, registrar, reason }) => [at, registrar, reason].join()),
      ].toSorted(),
    );
  return textOf(now) !== textOf(before);
}

type Reported = {
  differences: readonly {
    paymentId: string | null;
    account: string;
    at: string;
    ownCents: number;
    foundCents: number;
  }[];
  unchecked: readonly Unchecked[];
};

/** The payment's money that should be at the processor. */
export const ownProcessorCents = (payment: RecordedPayment): number =>
  payment.chargeCount * payment.amountCents - payment.refundedCents - payment.withheldCents;

/** Tax is owed, so it is a credit. */
const ownTaxCents = ({ chargeCount, taxCents, refundedTaxCents, lostTaxCents }: RecordedPayment): number =>
  refundedTaxCents + lostTaxCents - chargeCount * taxCents;

export function ledgerDifferences(payment: RecordedPayment): Difference[] {
  const { paymentId, ledgerProcessorCents, ledgerTaxCents } = payment;
  return (
    [
      ["processor", ownProcessorCents(payment), ledgerProcessorCents],
      ["tax", ownTaxCents(payment), ledgerTaxCents],
    ] as const
  ).flatMap(([account, ownCents, foundCents]) =>
    ownCents === foundCents ? [] : [{ paymentId, account, at: "ledger" as const, ownCents, foundCents }],
  );
}

export type IntentAtProcessor = {
  intent: ProcessorIntent;
  refunds: readonly Pick<ProcessorRefund, "state" | "amountCents">[];
  disputes: readonly Pick<ProcessorDispute, "state" | "isInquiry" | "amountCents">[];
};

const sumOf = (rows: readonly { amountCents: number }[]): number =>
  totalOf(rows, ({ amountCents }) => amountCents);

/** Null while a refund is on its way: its outcome is recorded later. */
export function processorCentsOf(intents: readonly IntentAtProcessor[]): number | null {
  if (intents.some(({ refunds }) => refunds.some(({ state }) => state === "pending"))) {
    return null;
  }
  return intents.reduce(
    (sum, { intent, refunds, disputes }) =>
      sum +
      (intent.state === "succeeded" ? intent.amountCents : 0) -
      sumOf(refunds.filter(({ state }) => state === "succeeded")) -
      sumOf(disputes.filter(({ state, isInquiry }) => state !== "won" && !isInquiry)),
    0,
  );
}

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
