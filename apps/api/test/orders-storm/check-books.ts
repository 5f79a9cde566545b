import { expect } from "vitest";
import type { Books, Payment } from "./books.ts";

/** What a year of .com costs at the sandbox's registry. */
const costCents = 1188;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Throws unless every charge ended with one fulfilled line or one refund of each, and the books agree. */
export function checkBooks(books: Books, { orders }: { orders: number }): void {
  expect(new Set(books.placed).size).toBe(orders);
  expect(books.payments).toHaveLength(orders);
  expect(books.leaked).toEqual([]);
  expect(books.differences).toEqual([]);
  expect(books.ledger).toEqual({
    sumCents: 0,
    unbalanced: 0,
    processorCents: books.processor?.balanceCents,
    feeCents: books.processor?.feeCents,
  });
  expect(books.payments.flatMap((payment) => problemsOf(payment, books))).toEqual([]);
  expect(strayCharges(books)).toEqual([]);
  checkRegistry(books);
}

const eventCount = ({ events }: Books, type: string, subject: string): number =>
  events.find((event) => event.type === type && event.subject === subject)?.count ?? 0;

/** Charges of the processor that no attempt has recorded. */
function strayCharges({ charges, payments }: Books): string[] {
  const recorded = new Set(payments.flatMap(({ attempts }) => attempts.map(({ chargeId }) => chargeId)));
  return charges.filter(({ id }) => !recorded.has(id)).map(({ id }) => id);
}

function problemsOf(payment: Payment, books: Books): string[] {
  const { publicId, attempts, refunds, lines, orderState, status } = payment;
  const problems: string[] = [];
  const check = (holds: boolean, problem: string) => {
    if (!holds) {
      problems.push(`${publicId}: ${problem} ${JSON.stringify(payment)}`);
    }
  };
  check(!["awaiting_payment", "processing"].includes(orderState), "its order is open");
  check(
    attempts.every(({ state }) => ["succeeded", "failed", "canceled"].includes(state)),
    "an attempt is open",
  );
  // The processor refuses the refund of a disputed charge.
  check(
    refunds.every(({ state }) => state === "succeeded" || (state === "failed" && payment.hasDispute)),
    "a refund has not succeeded",
  );
  check(
    lines.every(({ state }) => !["pending", "running"].includes(state)),
    "a line is open",
  );
  check(
    lines.every(({ operations }) => operations <= 1),
    "a line was carried out twice",
  );
  problems.push(...moneyProblems(payment, books), ...eventProblems(payment, books));
  if (payment.isReceived) {
    check(["confirmed", "refunded", "disputed"].includes(status), "it is not confirmed");
    check(payment.isConfirmed || status !== "confirmed", "it was confirmed without a date");
  }
  return problems;
}

/** One charge pays for the lines; each of them is completed, or returned. Another charge is returned as a whole. */
function moneyProblems(
  { publicId, attempts, lines, isReceived, ...payment }: Payment,
  books: Books,
): string[] {
  const charged = attempts.flatMap(({ chargeId, state }) =>
    state === "succeeded" ? books.charges.filter(({ id }) => id === chargeId) : [],
  );
  const [first, ...others] = charged;
  const problems = others
    .filter(({ amountCents, refundedCents }) => amountCents !== refundedCents)
    .map(({ id }) => `${publicId}: ${id} was paid twice and not returned`);
  if (!first) {
    return isReceived ? [`${publicId}: received without a charge`] : problems;
  }
  if (payment.orderState === "cancelled") {
    return first.refundedCents === first.amountCents
      ? problems
      : [...problems, `${publicId}: its order is cancelled, and ${first.id} not returned`];
  }
  for (const line of lines) {
    const isFulfilled = line.state === "completed" && line.refundedCents === 0 && line.operations === 1;
    const isReturned = line.state === "refunded" && line.refundedCents === line.totalCents;
    const isTakenBack = line.state === "failed" && payment.status === "disputed";
    if (!isFulfilled && !isReturned && !isTakenBack) {
      problems.push(`${publicId}: neither fulfilled nor returned: ${JSON.stringify(line)}`);
    }
  }
  const returnedCents = sum(lines.map(({ refundedCents }) => refundedCents));
  if (
    returnedCents !== first.refundedCents ||
    sum(lines.map(({ totalCents }) => totalCents)) !== first.amountCents
  ) {
    problems.push(`${publicId}: ${first.id} returned ${first.refundedCents}, the lines ${returnedCents}`);
  }
  return problems;
}

function eventProblems(
  { publicId, attempts, refunds, isReceived, isConfirmed }: Payment,
  books: Books,
): string[] {
  const expected = {
    "payment.received": isReceived ? 1 : 0,
    "payment.confirmed": isConfirmed ? 1 : 0,
    "payment.failed": attempts.filter(({ state }) => state === "failed").length,
    "payment.refunded": refunds.filter(
      ({ state, reason }) => state === "succeeded" && reason !== "paid_twice" && isReceived,
    ).length,
  };
  return Object.entries(expected).flatMap(([type, count]) => {
    const found = eventCount(books, type, publicId);
    return found === count ? [] : [`${publicId}: ${found} ${type} instead of ${count}`];
  });
}

/** The registry holds the domains of the fulfilled lines, and those that it registered after they were given up. */
function checkRegistry(books: Books): void {
  const lines = books.payments.flatMap((payment) => payment.lines);
  const bought = lines.filter(({ state }) => state === "completed").map(({ name }) => name);
  const late = lines.filter(({ failure }) => failure === "registry_silent").map(({ name }) => name);
  expect(books.registered.filter((name) => !late.includes(name))).toEqual(bought.toSorted());
  expect(books.spentCents).toBe(costCents * books.registered.length);
  for (const { name, operations } of lines) {
    const registered = eventCount(books, "domain.registered", name);
    if (registered !== operations && !late.includes(name)) {
      throw new Error(`${name} has ${registered} events and ${operations} operations`);
    }
  }
}
