import type { OrderPreview } from "@zonepost/schema";
import { AppError, invalid } from "../../kernel/errors.ts";

/** A refusal is a conflict with the present state; any other problem is an invalid field. */
export type OrderProblem = OrderPreview["problems"][number] & { isRefusal: boolean };

const formatMoney = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

export const totalChanged = (totalCents: number, currency: string) =>
  new AppError(
    "conflict",
    "price_changed",
    `The total is now ${formatMoney(totalCents, currency)}. Nothing was charged.`,
    { extensions: { totalCents, currency } },
  );

export const currencyMismatch = (currencies: readonly string[]) =>
  new AppError(
    "conflict",
    "currency_mismatch",
    `An order has one currency, but these lines have prices in ${currencies.join(" and ")}. Order them separately.`,
  );

export const alreadyOrdered = (domainName: string) =>
  new AppError(
    "conflict",
    "already_ordered",
    `The same order for ${domainName} has been paid and is still in progress. Wait until it has finished.`,
  );

export const isTwice = (domainName: string) => `${domainName} appears twice in this order.`;

type QuotedOrder = {
  lines: readonly { priceCents: number | null }[];
  currency: string;
  problems: readonly OrderProblem[];
  refusals: readonly AppError[];
};

/** Throws the most relevant reason against an order: its fields, then its lines, then the order as a whole. */
export function requireOrderable({ lines, currency, problems, refusals }: QuotedOrder): void {
  const priceCents = lines.length === 1 && problems.some(isAboutPrice) ? lines[0]?.priceCents : null;
  const price = typeof priceCents === "number" ? { priceCents, currency } : undefined;
  const error = errorOfProblems(problems, price) ?? refusals[0];
  if (error) {
    throw error;
  }
}

const isAboutPrice = ({ code, pointer }: OrderProblem) =>
  code === "price_changed" || pointer?.endsWith("/expectedPriceCents") === true;

function errorOfProblems(
  problems: readonly OrderProblem[],
  price: { priceCents: number; currency: string } | undefined,
): AppError | undefined {
  const invalidFields = problems.filter(({ isRefusal }) => !isRefusal);
  const [field] = invalidFields;
  const fieldOf = ({ pointer, message }: OrderProblem) => ({ pointer: pointer ?? "", message });
  if (field) {
    const fields = invalidFields.map(fieldOf);
    const isOneKind = invalidFields.every(({ code }) => code === field.code);
    return isOneKind && field.code !== "invalid_input"
      ? new AppError("invalid", field.code, field.message, { fields })
      : invalid(fields, undefined, price);
  }
  const [refusal] = problems;
  return (
    refusal &&
    new AppError("conflict", refusal.code, refusal.message, {
      fields: refusal.pointer === null ? undefined : [fieldOf(refusal)],
      extensions: price,
    })
  );
}
