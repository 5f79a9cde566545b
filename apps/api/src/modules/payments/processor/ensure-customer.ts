import { paymentCustomers } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import type { PaymentPorts } from "../ports.ts";
import { callProcessor, requireProcessor } from "./call-processor.ts";
import { findCustomerId } from "./find-customer.ts";

/**
 * The workspace's customer at the processor of new payments. Of two created at the same time, the one stored first is
 * used; the other stays empty.
 */
export async function ensureCustomer(ctx: Ctx & PaymentPorts, workspaceId: string): Promise<string> {
  const processor = requireProcessor(ctx);
  const owner = { workspaceId, processor: processor.code };
  const known = await findCustomerId(ctx.db, owner);
  if (known !== undefined) {
    return known;
  }
  const created = await callProcessor(() =>
    processor.createCustomer({ workspaceId: publicId("wsp", workspaceId), idempotencyKey: newId() }),
  );
  await ctx.db
    .insert(paymentCustomers)
    .values({ ...owner, processorId: created, createdAt: await ctx.clock.now() })
    .onConflictDoNothing();
  const stored = await findCustomerId(ctx.db, owner);
  if (stored === undefined) {
    throw new Error("the customer was deleted while it was stored");
  }
  return stored;
}
