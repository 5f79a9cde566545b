import { paymentMethods } from "@zonepost/db";
import type { CardPage } from "@zonepost/schema/panel";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { requireRight } from "../../../../kernel/rights.ts";
import type { PaymentPorts } from "../../ports.ts";
import { isSaved, presentPaymentMethod } from "../payment-method-row.ts";
import { type CardPageRow, getOwnCardPage } from "./find-card-page.ts";
import { reconcileCardPage } from "./reconcile-card-page.ts";

/** The true state, even if the person returns to the panel before the processor's notice arrives. */
export async function getCardPage(
  ctx: WorkspaceCtx & PaymentPorts,
  input: { id: string },
): Promise<CardPage> {
  requireRight(ctx.actor, "payments:read");
  await reconcileCardPage(ctx, await getOwnCardPage(ctx, input.id));
  const page = await getOwnCardPage(ctx, input.id);
  return { state: stateOf(page), paymentMethod: await readPaymentMethod(ctx, page) };
}

function stateOf({ nextCheckAt, paymentMethodId }: CardPageRow): CardPage["state"] {
  if (nextCheckAt !== null) {
    return "open";
  }
  return paymentMethodId === null ? "expired" : "completed";
}

async function readPaymentMethod(
  ctx: WorkspaceCtx,
  { paymentMethodId }: CardPageRow,
): Promise<CardPage["paymentMethod"]> {
  const [row] =
    paymentMethodId === null
      ? []
      : await ctx.db
          .select()
          .from(paymentMethods)
          .where(and(eq(paymentMethods.id, paymentMethodId), isSaved));
  return row ? presentPaymentMethod(ctx.db, row) : null;
}
