import { paymentsOff, processorFailure } from "../errors.ts";
import type { PaymentPorts, PaymentProcessor } from "../ports.ts";

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
