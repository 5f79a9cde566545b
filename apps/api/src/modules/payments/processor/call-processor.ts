import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { paymentsOff, processorFailure } from "../errors.ts";
import {
  type PaymentPorts,
  type PaymentProcessor,
  type PaymentProcessors,
  ProcessorError,
} from "../ports.ts";

/** The first is the one of new payments. */
export function processorsOf(connected: readonly PaymentProcessor[]): PaymentProcessors {
  const byCode = new Map(connected.map((processor) => [processor.code, processor]));
  return { current: connected[0] ?? null, byCode: (code) => byCode.get(code), all: () => connected };
}

/** The one that gave a row its ids, or without a row the one of new payments. */
export function requireProcessor(
  { processors }: Pick<PaymentPorts, "processors">,
  row?: { processor: string },
): PaymentProcessor {
  const processor = row ? processors.byCode(row.processor) : processors.current;
  if (!processor) {
    throw paymentsOff();
  }
  return processor;
}

/** Never inside a transaction: it may wait for the processor. */
export async function callProcessor<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw processorFailure(error);
  }
}

/**
 * Runs one step of a sweep, which goes on after a failure. False if the processor doesn't respond: the other rows wait
 * for the next run.
 */
export async function mayContinue(
  ctx: Pick<Ctx, "log">,
  subject: object,
  step: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    logWait(ctx, subject, error);
    return !isProcessorAway(error);
  }
}

/** For work that is tried again later. */
export function logWait({ log }: Pick<Ctx, "log">, subject: object, error: unknown): void {
  const isExpected = error instanceof AppError && error.kind === "unavailable";
  log[isExpected ? "warn" : "error"]({ err: error, ...subject }, "work at the payment processor has to wait");
}

/** True for an error of {@link callProcessor} that other calls would get too. */
export const isProcessorAway = (failure: unknown): boolean =>
  failure instanceof AppError &&
  failure.cause instanceof ProcessorError &&
  failure.cause.reason === "unavailable";
