import type { Receipt } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findReceipt, getOwnPayment, listRefundsOfPayment } from "../../payments/index.ts";
import { readOrder } from "../model/order-row.ts";
import { lineInWords } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";

/** Also while payments are off: what was paid before still needs its receipt. */
export async function getReceipt(ctx: WorkspaceCtx & OrderPorts, id: string): Promise<Receipt> {
  requireRight(ctx.actor, "payments:read");
  const payment = await getOwnPayment(ctx, id);
  const receipt = await findReceipt(ctx.db, payment.id);
  if (!receipt) {
    throw notFound();
  }
  const [{ order, lines }, refunds] = await Promise.all([
    readOrder(ctx.db, payment.orderId),
    listRefundsOfPayment(ctx.db, payment.id),
  ]);
  const { company, address, countryCode, vatId } = receipt.billing;
  return {
    number: receipt.number,
    issuedAt: receipt.issuedAt.toISOString(),
    paymentId: publicId("pay", payment.id),
    orderId: publicId("ord", payment.orderId),
    seller: receipt.seller ?? ctx.seller,
    buyer: { name: company ?? "", addressLines: address?.split("\n") ?? [], countryCode, vatId },
    lines: lines.map((line) => ({
      kind: line.kind,
      domainName: line.domainName,
      years: line.years,
      planSlug: line.planSlug as Receipt["lines"][number]["planSlug"],
      description: lineInWords(line),
      priceCents: line.priceCents,
      taxCents: line.taxCents,
    })),
    taxPercent: Number(receipt.taxPercent),
    taxCents: payment.taxCents,
    totalCents: payment.amountCents,
    currency: payment.currency,
    takenBackCents: order.lostCents,
    // A second charge that was returned isn't on the receipt.
    refunds: refunds.flatMap(({ state, reason, amountCents, finishedAt }) =>
      state === "succeeded" && reason !== "paid_twice" && finishedAt
        ? [{ amountCents, refundedAt: finishedAt.toISOString() }]
        : [],
    ),
  };
}
