import type { Ctx } from "../../../kernel/ctx.ts";
import { processorFailure } from "../errors.ts";
import { type PaymentPorts, ProcessorError } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { ensureCustomer } from "../processor/ensure-customer.ts";
import { forgetCustomer } from "./forget-customer.ts";

/**
 * Calls the processor with the workspace's customer. A customer that was deleted there is replaced, once. With the key
 * of another account the customer is missing too, so its deletion is checked before its cards are removed here.
 */
export async function withCustomer<Result>(
  ctx: Ctx & PaymentPorts,
  workspaceId: string,
  call: (customerId: string) => Promise<Result>,
): Promise<Result> {
  const processor = requireProcessor(ctx);
  const customerId = await ensureCustomer(ctx, workspaceId);
  try {
    return await call(customerId);
  } catch (error) {
    const isMissing = error instanceof ProcessorError && error.reason === "missing";
    if (!isMissing || !(await callProcessor(() => processor.isCustomerDeleted(customerId)))) {
      throw processorFailure(error);
    }
  }
  await forgetCustomer(ctx, { workspaceId, processor: processor.code, customerId });
  const replacement = await ensureCustomer(ctx, workspaceId);
  return callProcessor(() => call(replacement));
}
