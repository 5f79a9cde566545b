import type { OrderInput, OrderLineInput, OrderPreview } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { readTaxPercent } from "../../payments/index.ts";
import { currencyMismatch, type OrderProblem, replacesOrder, totalChanged } from "../errors.ts";
import { findContest, type OrderContest } from "../holds/find-contest.ts";
import { thingOf } from "../model/line-input.ts";
import { requireMayOrder } from "../model/require-may-order.ts";
import type { OrderPorts } from "../ports.ts";
import { findLimitRefusal } from "../spending/find-limit-refusal.ts";
import { type QuotedLine, type QuoteOptions, quotedTotals, quoteLines } from "./quote-lines.ts";

export type QuotedOrder = {
  lines: QuotedLine[];
  taxPercent: number;
  totalCents: number;
  taxCents: number;
  currency: string;
  /** Of its lines. */
  problems: OrderProblem[];
  /** Of the order as a whole. */
  refusals: AppError[];
  contest: OrderContest;
};

type Wanted = Pick<OrderInput, "lines"> & Partial<Pick<OrderInput, "expectedTotalCents">>;

/** Prices and problems of an order. */
export async function quoteOrder(
  ctx: WorkspaceCtx & OrderPorts,
  { lines: wanted, expectedTotalCents }: Wanted,
  options: QuoteOptions = {},
): Promise<QuotedOrder> {
  requireMayOrder(ctx, wanted);
  const contest = await findContest(ctx, wanted);
  const [held] = contest.refusals;
  if (held && !options.isDryRun) {
    throw held;
  }
  const taxPercent = await readTaxPercent(ctx.db, { ...ctx, workspaceId: ctx.actor.workspaceId });
  const lines = await quoteLines(ctx, wanted, taxPercent, options);
  const currencies = [...new Set(lines.flatMap(({ currency }) => currency ?? []))];
  const currency = currencies[0] ?? ctx.priceList.mailPlans.starter.currency;
  const totals = quotedTotals(lines);
  const problems = lines.flatMap((line, index) =>
    line.problems.map(({ pointer, ...problem }) => ({
      ...problem,
      pointer: options.isLineAlone ? pointer : `${pointerOfLine(index)}${pointer ?? ""}`,
      isRefusal: pointer === null,
    })),
  );
  const refusals = [...contest.refusals];
  if (currencies.length > 1) {
    refusals.push(currencyMismatch(currencies));
  }
  const isPriced = lines.every(({ priceCents }) => priceCents !== null);
  if (isPriced && expectedTotalCents !== undefined && expectedTotalCents !== totals.totalCents) {
    refusals.push(totalChanged(totals.totalCents, currency));
  }
  if (isPriced && ctx.processors.current !== null) {
    const { totalCents } = totals;
    const refusal = await findLimitRefusal(
      ctx.db,
      ctx.actor,
      { exceptIds: contest.replaced.map(({ order }) => order.id), totalCents, currency },
      await ctx.clock.now(),
    );
    refusals.push(...(refusal ? [refusal] : []));
  }
  return { lines, taxPercent, ...totals, currency, problems, refusals, contest };
}

function replacementsOf(line: OrderLineInput | undefined, { replaced }: OrderContest) {
  const thing = line && thingOf(line);
  return replaced
    .filter(({ lines }) => lines.some((other) => other.thing === thing))
    .map(({ order }) => replacesOrder(publicId("ord", order.id)));
}

const pointerOfLine = (index: number) => `/lines/${index}`;

/** A dry run. */
export async function previewOrder(
  ctx: WorkspaceCtx & OrderPorts,
  input: Wanted,
  options: QuoteOptions = {},
): Promise<OrderPreview> {
  const quoted = await quoteOrder(ctx, input, { ...options, isDryRun: true });
  const { lines, totalCents, taxCents, currency, problems, refusals, contest } = quoted;
  return {
    dryRun: true,
    lines,
    totalCents,
    taxCents,
    currency,
    problems: [
      ...problems,
      ...refusals.map(({ code, publicMessage: message }) => ({ code, message, pointer: null })),
    ],
    warnings: lines.flatMap(({ warnings }, index) =>
      [...warnings, ...replacementsOf(input.lines[index], contest)].map((warning) => ({
        ...warning,
        pointer: pointerOfLine(index),
      })),
    ),
  };
}
