import type { ProcessorTransaction } from "../ports.ts";

/**
 * - `processor`: money held for us by the payment processor.
 * - `outside`: paid to customers by the operator in another way, after their bank had returned a refund.
 * - `sales`, `tax`: earned from customers, and owed to the tax office.
 * - `disputes`: taken back by customers' banks.
 * - `bad_debt`: lost with a dispute, without tax. Not shown to customers.
 * - `processor_fees`: taken by the processor. Not shown to customers.
 * - `bank`: paid out by the processor, or paid to registries. Not shown to customers.
 * - `processor_reserve`: set aside by the processor. Not shown to customers.
 * - `registry_costs`, `registry_balance`: spent at registries. Not shown to customers.
 * - `given_away`: of the registry's costs, those of lines that were refunded and kept. Not shown to customers.
 * - `registry_accruals`: charged for a registry's own renewal while it is unpaid. Not shown to customers.
 */
type LedgerAccount =
  | "processor"
  | "outside"
  | "sales"
  | "tax"
  | "disputes"
  | "bad_debt"
  | "processor_fees"
  | "bank"
  | "processor_reserve"
  | "registry_costs"
  | "registry_balance"
  | "registry_accruals"
  | "given_away";

/** Transactions with an entry in one of these accounts only concern the operator. */
export const operatorAccounts: readonly LedgerAccount[] = [
  "bad_debt",
  "processor_fees",
  "bank",
  "processor_reserve",
  "registry_costs",
  "registry_balance",
  "registry_accruals",
  "given_away",
];

/** Debit positive, credit negative. */
export type LedgerEntry = { account: LedgerAccount; amountCents: number };

/** With tax. */
type Amount = { amountCents: number; taxCents: number };

export const entriesOfCharge = (
  { amountCents, taxCents }: Amount,
  account: "processor" | "outside" = "processor",
): LedgerEntry[] =>
  withoutZeros([
    { account, amountCents },
    { account: "sales", amountCents: taxCents - amountCents },
    { account: "tax", amountCents: -taxCents },
  ]);

export const entriesOfRefund = (refund: Amount, account?: "processor" | "outside"): LedgerEntry[] =>
  reversed(entriesOfCharge(refund, account));

/** The bank takes the money when a dispute opens, and returns it if the dispute is won. */
export function entriesOfDispute(
  movement: "withdrawn" | "returned",
  { amountCents }: { amountCents: number },
): LedgerEntry[] {
  const withdrawn = withoutZeros([
    { account: "disputes", amountCents },
    { account: "processor", amountCents: -amountCents },
  ]);
  return movement === "withdrawn" ? withdrawn : reversed(withdrawn);
}

/** The sale isn't paid after all, so its tax isn't owed. */
export const entriesOfLoss = ({ amountCents, taxCents }: Amount): LedgerEntry[] =>
  withoutZeros([
    { account: "bad_debt", amountCents: amountCents - taxCents },
    { account: "tax", amountCents: taxCents },
    { account: "disputes", amountCents: -amountCents },
  ]);

/** A settlement pays what was written off, so it isn't another sale. Its tax is owed as that of any charge. */
export const entriesOfSettledLoss = ({ amountCents, taxCents }: Amount): LedgerEntry[] =>
  withoutZeros([
    { account: "sales", amountCents: amountCents - taxCents },
    { account: "bad_debt", amountCents: taxCents - amountCents },
  ]);

/** A negative cost is a registry's refund. What was accrued has left the balance before. */
export const entriesOfRegistryCost = (costCents: number, accruedCents = 0): LedgerEntry[] =>
  withoutZeros([
    { account: "registry_costs", amountCents: costCents },
    { account: "registry_balance", amountCents: accruedCents - costCents },
    { account: "registry_accruals", amountCents: -accruedCents },
  ]);

/** No sale pays for what was given away. A negative cost is a registry's refund of it. */
export const entriesOfGift = (costCents: number): LedgerEntry[] =>
  withoutZeros([
    { account: "given_away", amountCents: costCents },
    { account: "registry_costs", amountCents: -costCents },
  ]);

/**
 * A registry renews a domain at its date and charges for it. It returns the money if the domain leaves in time, or
 * keeps it.
 */
export function entriesOfAccrual(
  movement: "accrued" | "returned" | "lost",
  costCents: number,
): LedgerEntry[] {
  const accrued = withoutZeros([
    { account: "registry_accruals", amountCents: costCents },
    { account: "registry_balance", amountCents: -costCents },
  ]);
  switch (movement) {
    case "accrued":
      return accrued;
    case "returned":
      return reversed(accrued);
    case "lost":
      return entriesOfRegistryCost(costCents, costCents);
  }
}

/** Paid to a registry by the operator. */
export const entriesOfDeposit = (amountCents: number): LedgerEntry[] =>
  withoutZeros([
    { account: "registry_balance", amountCents },
    { account: "bank", amountCents: -amountCents },
  ]);

type Movement = Pick<ProcessorTransaction, "kind" | "amountCents" | "feeCents">;

/**
 * What a movement of the balance at the processor adds to what is posted with payments: its fee, and money that belongs to
 * no payment. The amount of an unknown kind is left out, so that the reconciliation reports it.
 */
export function entriesOfProcessorTransaction({ kind, amountCents, feeCents }: Movement): LedgerEntry[] {
  const isPosted = kind === "fee" || kind === "payout" || kind === "reserve";
  const movedCents = isPosted ? amountCents : 0;
  return withoutZeros([
    { account: "processor", amountCents: movedCents - feeCents },
    { account: "processor_fees", amountCents: kind === "fee" ? feeCents - movedCents : feeCents },
    { account: "bank", amountCents: kind === "payout" ? -movedCents : 0 },
    { account: "processor_reserve", amountCents: kind === "reserve" ? -movedCents : 0 },
  ]);
}

const withoutZeros = (entries: LedgerEntry[]): LedgerEntry[] =>
  entries.filter(({ amountCents }) => amountCents !== 0);

const reversed = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));

/** The database checks both again; here, the error has the stack of its cause. */
export function requireBalanced(entries: readonly LedgerEntry[]): void {
  const accounts = new Set(entries.map(({ account }) => account));
  if (accounts.size < entries.length) {
    throw new Error("a ledger transaction has two entries for the same account");
  }
  if (entries.some(({ amountCents }) => !Number.isSafeInteger(amountCents))) {
    throw new Error("a ledger entry is not a whole number of cents");
  }
  const sumCents = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (sumCents !== 0) {
    throw new Error(`the entries of a ledger transaction sum to ${sumCents}, not to zero`);
  }
}
