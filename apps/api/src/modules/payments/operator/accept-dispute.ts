import { paymentDisputes } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { type OperatorCtx, workspaceSideOf } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import { noOpenDispute } from "../errors.ts";
import { reconcilePaidPayment } from "../paid-payments/reconcile-paid-payment.ts";
import { type PaymentPorts, ProcessorError } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { getPaymentForOperator } from "./list-payments.ts";

/** Gives up an open dispute: the bank keeps the money. The intention is recorded first, so that a crash loses nothing. */
export async function acceptDispute(
  ctx: OperatorCtx & PaymentPorts,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { payment } = await getPaymentForOperator(ctx.db, id);
  const [dispute] = await ctx.db
    .select()
    .from(paymentDisputes)
    .where(
      and(
        eq(paymentDisputes.paymentId, payment.id),
        eq(paymentDisputes.kind, "dispute"),
        eq(paymentDisputes.state, "open"),
      ),
    );
  if (!dispute) {
    throw noOpenDispute();
  }
  const processor = requireProcessor(ctx, dispute);
  const now = await ctx.clock.now();
  const { workspaceId } = payment;
  const target = publicId("pay", payment.id);
  const act = { workspaceId, action: "operator.dispute_accepted", target, details: { reason } };
  await ctx.db.transaction((tx) => recordOperatorAct(tx, ctx, act, now));
  await callProcessor(() =>
    processor.acceptDispute(dispute.processorId).catch((error: unknown) => {
      // Closed meanwhile: what became of it is read below.
      if (!(error instanceof ProcessorError) || error.reason !== "refused") {
        throw error;
      }
    }),
  );
  await reconcilePaidPayment(workspaceSideOf(ctx), payment.id);
}
