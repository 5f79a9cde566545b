import { paymentDisputes, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { secondMs } from "../../../kernel/durations.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { enqueueEmail, readWorkspaceForEmail } from "../../accounts/index.ts";
import { warningPauseMs } from "../cooldown/policy.ts";
import { releaseWarnings } from "../cooldown/release-warnings.ts";
import { entriesOfDispute, entriesOfLoss } from "../ledger/ledger-policy.ts";
import { postForPayment } from "../ledger/post-ledger.ts";
import { taxOfRefund } from "../ledger/tax-of-refund.ts";
import { listRefundsOfPayment } from "../model/list-refunds-of-payment.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { PaymentPorts, ProcessorDispute, ProcessorFraudWarning } from "../ports.ts";
import { disputeEmail, fraudWarningEmail } from "./contested-email.ts";
import { type DisputeState, disputeStateAfter, nextDisputeCheckAt } from "./policy.ts";

type DisputeRow = typeof paymentDisputes.$inferSelect;
type Reported = {
  processor: string;
  disputes: readonly ProcessorDispute[];
  warnings: readonly ProcessorFraudWarning[];
};

/**
 * Records what the processor reports about a payment's disputes and fraud warnings. Needs the payment's lock. True if a
 * dispute was opened, won or lost.
 */
export async function recordDisputes(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, reported, now }: { payment: PaymentRow; reported: Reported; now: Date },
): Promise<boolean> {
  const { processor } = reported;
  const rows = await tx
    .select()
    .from(paymentDisputes)
    .where(and(eq(paymentDisputes.paymentId, payment.id), eq(paymentDisputes.processor, processor)));
  const rowOf = ({ id }: { id: string }) => rows.find(({ processorId }) => processorId === id);
  for (const warning of reported.warnings) {
    if (!rowOf(warning)) {
      await addWarning(tx, ctx, { payment, warning: { ...warning, processor }, now });
    }
  }
  let hasChanged = false;
  for (const dispute of reported.disputes) {
    const stored = rowOf(dispute);
    const known = stored
      ? await updateDeadline(tx, stored, dispute)
      : await addDispute(tx, ctx, { payment, dispute: { ...dispute, processor }, now });
    const row = await withdraw(tx, { payment, row: known, dispute, now });
    const isEscalated = stored?.isInquiry === true && !row.isInquiry;
    if (dispute.state === "open" && (!stored || isEscalated)) {
      await tellOperator(tx, ctx, { payment, now }, (shared) =>
        disputeEmail({ ...shared, ...dispute, panelUrl: ctx.panelUrl }),
      );
    }
    const isClosed = await closeDispute(tx, ctx, { payment, row, reported: dispute.state, now });
    hasChanged ||= stored === undefined || isClosed;
  }
  // A dispute takes over from the warnings before it.
  if (reported.disputes.length > 0) {
    await releaseWarnings(tx, payment, now);
  }
  return hasChanged;
}

type Effect = { payment: PaymentRow; now: Date };
type Of<Contested> = Contested & { processor: string };

async function addWarning(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, warning, now }: Effect & { warning: Of<ProcessorFraudWarning> },
): Promise<void> {
  const { amountCents } = payment;
  const pauseEndsAt = new Date(startOf(warning, now).getTime() + warningPauseMs);
  await insertRow(tx, {
    payment,
    kind: "early_fraud_warning",
    reported: { ...warning, amountCents },
    // The cooldown of a confirmed payment has ended, so its own check wouldn't release the warning.
    nextCheckAt: pauseEndsAt,
    now,
  });
  await auditChange(tx, ctx, { payment, now, action: "payment.fraud_warning" });
  await tellOperator(tx, ctx, { payment, now }, (shared) =>
    fraudWarningEmail({ ...shared, amountCents, pauseEndsAt, panelUrl: ctx.panelUrl }),
  );
}

type Shared = { payment: PaymentRow; workspaceName: string };

/** In the transaction that stores it, so once. */
async function tellOperator(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, now }: Effect,
  compose: (shared: Shared) => ReturnType<typeof disputeEmail>,
): Promise<void> {
  if (ctx.operatorEmail === undefined) {
    return;
  }
  const workspaceName = (await readWorkspaceForEmail(tx, payment.workspaceId))?.name ?? "";
  await enqueueEmail(tx, ctx, { ...compose({ payment, workspaceName }), to: ctx.operatorEmail }, now);
}

async function addDispute(
  tx: Transaction,
  ctx: Ctx,
  { payment, dispute, now }: Effect & { dispute: Of<ProcessorDispute> },
): Promise<DisputeRow> {
  const nextCheckAt = nextDisputeCheckAt(dispute, now);
  const row = await insertRow(tx, { payment, kind: "dispute", reported: dispute, nextCheckAt, now });
  await auditChange(tx, ctx, { payment, now, action: "payment.disputed", row });
  return row;
}

/** The bank can extend it. */
async function updateDeadline(
  tx: Transaction,
  row: DisputeRow,
  { evidenceDueAt }: ProcessorDispute,
): Promise<DisputeRow> {
  if (row.evidenceDueAt?.getTime() === evidenceDueAt?.getTime()) {
    return row;
  }
  await tx.update(paymentDisputes).set({ evidenceDueAt }).where(eq(paymentDisputes.id, row.id));
  return { ...row, evidenceDueAt };
}

/** The bank withdraws the money once it is a dispute, which may have been an inquiry before. */
async function withdraw(
  tx: Transaction,
  { payment, row, dispute, now }: Effect & { row: DisputeRow; dispute: ProcessorDispute },
): Promise<DisputeRow> {
  if (dispute.isInquiry || !row.isInquiry) {
    return row;
  }
  const { amountCents } = dispute;
  const change = { isInquiry: false, amountCents };
  await tx.update(paymentDisputes).set(change).where(eq(paymentDisputes.id, row.id));
  const withdrawn = { ...row, ...change };
  await postMovement(tx, { payment, row: withdrawn, now, movement: "withdrawn" });
  return withdrawn;
}

/** False if nothing has changed. */
async function closeDispute(
  tx: Transaction,
  ctx: Ctx,
  { payment, row, reported, now }: Effect & { row: DisputeRow; reported: DisputeState },
): Promise<boolean> {
  if (row.state === "released") {
    return false;
  }
  const state = disputeStateAfter(row.state, reported);
  if (state === row.state) {
    return false;
  }
  const isLost = state === "lost" && !row.isInquiry;
  const lostTaxCents = isLost ? await taxOfLoss(tx, payment, row) : 0;
  await tx
    .update(paymentDisputes)
    .set({ state, closedAt: now, nextCheckAt: null, lostTaxCents })
    .where(eq(paymentDisputes.id, row.id));
  if (isLost) {
    const entries = entriesOfLoss({ amountCents: row.amountCents, taxCents: lostTaxCents });
    const posted = { cause: `dispute_lost:${row.id}`, description: "Dispute lost", entries };
    await postForPayment(tx, payment, posted, now);
  }
  if (state === "won" && !row.isInquiry) {
    await postMovement(tx, { payment, row, now, movement: "returned" });
  }
  const action = state === "won" ? "payment.dispute_won" : "payment.dispute_lost";
  await auditChange(tx, ctx, { payment, now, action, row });
  return true;
}

/** As if the amount were refunded, so that refunds and the loss add up to the payment's tax. */
async function taxOfLoss(tx: Transaction, payment: PaymentRow, { amountCents }: DisputeRow): Promise<number> {
  return taxOfRefund(payment, amountCents, await listRefundsOfPayment(tx, payment.id));
}

type NewRow = {
  payment: PaymentRow;
  kind: DisputeRow["kind"];
  reported: Of<{ id: string; amountCents: number; evidenceDueAt?: Date | null; openedAt: Date }>;
  nextCheckAt: Date;
  now: Date;
};

/** The processor's times are rounded down to a second, which would lengthen a cooldown by up to a second. */
const startOf = ({ openedAt }: { openedAt: Date }, now: Date): Date =>
  new Date(Math.min(openedAt.getTime() + secondMs - 1, now.getTime()));

async function insertRow(
  tx: Transaction,
  { payment, kind, reported, nextCheckAt, now }: NewRow,
): Promise<DisputeRow> {
  const [row] = await tx
    .insert(paymentDisputes)
    .values({
      id: newId(),
      workspaceId: payment.workspaceId,
      paymentId: payment.id,
      processor: reported.processor,
      processorId: reported.id,
      kind,
      state: "open",
      // Until its withdrawal is posted.
      isInquiry: kind === "dispute",
      amountCents: reported.amountCents,
      evidenceDueAt: reported.evidenceDueAt,
      nextCheckAt,
      openedAt: startOf(reported, now),
    })
    .returning();
  if (!row) {
    throw new Error("the dispute was not inserted");
  }
  return row;
}

const auditChange = (
  tx: Transaction,
  ctx: Ctx,
  { payment, now, action, row }: Effect & { action: string; row?: DisputeRow },
): Promise<void> =>
  audit(tx, ctx, {
    workspaceId: payment.workspaceId,
    action,
    target: publicId("pay", payment.id),
    details: row && { amountCents: row.amountCents, currency: payment.currency },
    occurredAt: now,
  });

const postMovement = (
  tx: Transaction,
  { payment, row, now, movement }: Effect & { row: DisputeRow; movement: "withdrawn" | "returned" },
): Promise<void> =>
  postForPayment(
    tx,
    payment,
    {
      cause: `dispute_${movement}:${row.id}`,
      description: movement === "withdrawn" ? "Dispute opened" : "Dispute won",
      entries: entriesOfDispute(movement, row),
    },
    now,
  );
