import { AppError } from "../../../kernel/errors.ts";
import { paymentsOff, processorFailure } from "../errors.ts";
import { type PaymentPorts, type PaymentProcessor, ProcessorError } from "../ports.ts";

export function requireProcessor({ processor }: Pick<PaymentPorts, "processor">): PaymentProcessor {
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

/** True for an error of {@link callProcessor} that other calls would get too. */
export const isProcessorAway = (failure: unknown): boolean =>
  failure instanceof AppError &&
  failure.cause instanceof ProcessorError &&
  failure.cause.reason === "unavailable";
