import type { PaymentMethod } from "@zonepost/schema";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspaceFor } from "../../accounts/index.ts";
import type { PaymentPorts } from "../ports.ts";
import { cardName, getOwnPaymentMethod, presentPaymentMethod } from "./payment-method-row.ts";
import { setDefault } from "./write-card.ts";

export async function makeDefault(
  ctx: WorkspaceCtx & PaymentPorts,
  input: { id: string },
): Promise<PaymentMethod> {
  requireRight(ctx.actor, "payments:write");
  if (!ctx.processors.current) {
    throw notFound();
  }
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, ctx.actor, "payments:write");
    const row = await getOwnPaymentMethod(tx, ctx, input.id);
    if (row.isDefault) {
      return presentPaymentMethod(tx, row);
    }
    const updated = await setDefault(tx, row);
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: "payment_method.made_default",
      target: cardName(row),
      details: { id: publicId("pmt", row.id) },
      occurredAt: now,
    });
    return presentPaymentMethod(tx, updated);
  });
}
