import type { DomainOperationPreview, OrderLineInput, OrderPreviewLine } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";
import {
  previewRegistration,
  previewRenewal,
  previewRestore,
  previewTransferIn,
} from "../../domains/index.ts";
import { quoteMailPlan } from "../../mail/index.ts";
import { taxCentsOf } from "../../payments/index.ts";
import { authCodeMissing, isTwice } from "../errors.ts";
import { nameOfLine, noCode } from "../model/line-input.ts";
import { totalsOf } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";

/** What a line costs, and why it would be refused. Pointers are relative to the line. */
export type QuotedLine = Omit<OrderPreviewLine, "taxCents"> & {
  taxCents: number | null;
  currency: string | null;
  /** Without a pointer, a problem is a conflict with the present state. */
  problems: DomainOperationPreview["problems"];
  warnings: DomainOperationPreview["warnings"];
};

export type QuoteOptions = {
  /** A price that isn't confirmed yet is no problem. */
  isPriceRequest?: boolean;
  /** The caller's input is the line: pointers are relative to it, and an unknown domain is a 404. */
  isLineAlone?: boolean | undefined;
  /** A registry that doesn't respond is a problem of its lines, unless the order has only one line. */
  isDryRun?: boolean;
  /** Mail plans are only activated. */
  isActivation?: boolean | undefined;
};

/** Lines that the registry is asked about at the same time. */
const parallel = 6;

/** Quotes each line as its operation would, without running it. */
export async function quoteLines(
  ctx: WorkspaceCtx & OrderPorts,
  lines: readonly OrderLineInput[],
  taxPercent: number,
  options: QuoteOptions,
): Promise<QuotedLine[]> {
  const inTurn = limitParallel(parallel);
  const quoted = await Promise.all(lines.map((line) => inTurn(() => quoteLine(ctx, line, lines, options))));
  return quoted.map((line, index) => ({
    ...line,
    taxCents: line.priceCents === null ? null : taxCentsOf(line.priceCents, taxPercent),
    problems: [...repetitionsOf(lines, index), ...line.problems],
  }));
}

/** The total of the lines that have a price. */
export const quotedTotals = (lines: readonly QuotedLine[]) =>
  totalsOf(
    lines.flatMap(({ priceCents, taxCents }) =>
      priceCents === null || taxCents === null ? [] : [{ priceCents, taxCents }],
    ),
  );

function repetitionsOf(lines: readonly OrderLineInput[], index: number): QuotedLine["problems"] {
  const line = lines[index];
  const isSame = (other: OrderLineInput) =>
    line !== undefined &&
    nameOfLine(other) === nameOfLine(line) &&
    (other.kind === "mail_plan") === (line.kind === "mail_plan");
  if (!line || !lines.slice(0, index).some(isSame)) {
    return [];
  }
  const pointer = line.kind === "mail_plan" ? "/domainName" : "/name";
  return [{ code: "invalid_input", message: isTwice(nameOfLine(line)), pointer }];
}

export type DomainLineInput = Exclude<OrderLineInput, { kind: "mail_plan" }>;

type LineQuote = Omit<QuotedLine, "taxCents">;

async function quoteLine(
  ctx: WorkspaceCtx & OrderPorts,
  line: OrderLineInput,
  lines: readonly OrderLineInput[],
  options: QuoteOptions,
): Promise<LineQuote> {
  const asked =
    line.kind === "mail_plan" ? quotePlan(ctx, line, lines, options) : previewOf(ctx, line, options);
  return asked.catch((error: unknown): LineQuote => {
    const isUnavailableLine = options.isDryRun && lines.length > 1;
    const isAboutLine = error instanceof AppError && (error.kind !== "unavailable" || isUnavailableLine);
    const isThrown = ["forbidden", "rate_limited", ...(options.isLineAlone ? ["not_found"] : [])];
    if (!isAboutLine || isThrown.includes(error.kind)) {
      throw error;
    }
    const pointer = line.kind === "mail_plan" ? "/domainName" : "/name";
    const { code, publicMessage: message, fields } = error;
    const isRefusal = error.kind === "conflict" || error.kind === "unavailable";
    return {
      kind: line.kind,
      domainName: nameOfLine(line),
      years: null,
      planSlug: null,
      priceCents: null,
      currency: null,
      expiresAt: null,
      problems: fields?.map((field) => ({ code, ...field })) ?? [
        { code, message, pointer: isRefusal ? null : pointer },
      ],
      warnings: [],
    };
  });
}

async function previewOf(
  ctx: WorkspaceCtx & OrderPorts,
  line: DomainLineInput,
  options: QuoteOptions,
): Promise<LineQuote> {
  const previewed = await previewOperation(ctx, line, options);
  const { domainName, years, priceCents, currency, expiresAt, problems, warnings } = previewed;
  const { kind } = line;
  return { kind, domainName, years, planSlug: null, priceCents, currency, expiresAt, problems, warnings };
}

/** By domains alone, which know nothing of open orders. */
export async function previewOperation(
  ctx: WorkspaceCtx & OrderPorts,
  line: DomainLineInput,
  options: QuoteOptions = {},
): Promise<DomainOperationPreview> {
  switch (line.kind) {
    case "registration":
      return previewRegistration(ctx, line, options);
    case "renewal":
      return previewRenewal(ctx, line, options);
    case "restore":
      return previewRestore(ctx, line, options);
    case "transfer_in":
      if (line.authCode === noCode) {
        throw authCodeMissing(line.name);
      }
      return previewTransferIn(ctx, line, options);
  }
}

/** The domain may be registered by an earlier line of the same order. */
async function quotePlan(
  ctx: WorkspaceCtx & OrderPorts,
  line: Extract<OrderLineInput, { kind: "mail_plan" }>,
  lines: readonly OrderLineInput[],
  { isActivation }: QuoteOptions,
): Promise<LineQuote> {
  const { kind, domainName, planSlug } = line;
  const isWithDomain = lines
    .slice(0, lines.indexOf(line))
    .some((other) => other.kind === "registration" && other.name === domainName);
  const { price, years, paidUntil, warnings } = await quoteMailPlan(ctx, line, {
    isActivation,
    isWithDomain,
  });
  const expiresAt = paidUntil.toISOString();
  return { kind, domainName, years, planSlug, ...price, expiresAt, problems: [], warnings };
}
