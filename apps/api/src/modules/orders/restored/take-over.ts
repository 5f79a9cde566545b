import { orderLines, orders } from "@zonepost/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import {
  describeDifference,
  importDomain,
  isRegistryAway,
  listHeldDomains,
  quoteCarriedOut,
  recordCarriedOut,
  takeOverDomain,
} from "../../domains/index.ts";
import {
  callProcessor,
  findPaymentOfIntent,
  listRefundsOfPayment,
  type PaidIntent,
  reconcilePaidPayment,
  settleUnpaidAttempts,
  takeOverCharge,
} from "../../payments/index.ts";
import { recordRegistryCost } from "../carrying-out/record-registry-cost.ts";
import { carryOutAtOnce } from "../carrying-out/write-line.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { isRenewalPaid } from "../renewables/is-renewal-paid.ts";
import { NotPlaced, placeAgain } from "./place-again.ts";

type RestoredCtx = Ctx & OrderPorts;

/** For the operator's list: what can't be taken over, and has to be decided. */
export type Finding = { kind: "charge" | "refund" | "dispute" | "domain"; id: string; message: string };

type Taking = {
  ctx: RestoredCtx;
  since: Date;
  /** Called for each thing that was taken over. */
  tell: (line: string) => void;
  /** Called for each thing that can't be, or that is to be looked at. Stored at once, since a second run may not find it. */
  find: (finding: Finding) => Promise<void>;
};

/**
 * Takes over what processors and registries have done since the backup of a restored database, so that nothing is charged
 * or renewed twice. Only reads there. Charges come first and in their order, because each gets the next receipt number.
 * Safe to repeat: a second run finds less to do. Throws if one of them doesn't respond.
 */
export async function takeOver(taking: Taking): Promise<void> {
  await takeOverCharges(taking);
  await takeOverRefunds(taking);
  await takeOverRegistrations(taking);
  await takeOverDomains(taking);
}

async function takeOverCharges({ ctx, since, tell, find }: Taking): Promise<void> {
  await settleUnpaidAttempts(ctx);
  for (const processor of ctx.processors.all()) {
    const paid = await callProcessor(() => processor.listPaidIntents(since));
    for (const one of paid) {
      let outcome = await takeOverCharge(ctx, processor.code, one);
      const id = one.intent.chargeId;
      if (outcome === "unknown") {
        try {
          tell(`charge ${id} of ${amountOf(one)}: order ${await placeAgain(ctx, one)} placed again`);
        } catch (error) {
          if (!(error instanceof NotPlaced)) {
            throw error;
          }
          await find({
            kind: "charge",
            id,
            message: `${amountOf(one)}, ${one.paymentId}: ${error.message}`,
          });
          continue;
        }
        outcome = await takeOverCharge(ctx, processor.code, one);
      }
      if (outcome === "recorded") {
        tell(`charge ${id} of ${amountOf(one)}: recorded for ${one.paymentId}`);
      }
    }
  }
}

const amountOf = ({ intent: { amountCents, currency } }: PaidIntent): string =>
  `${(amountCents / 100).toFixed(2)} ${currency}`;

/** Refunds, disputes and fraud warnings, of old charges too. */
async function takeOverRefunds({ ctx, since, tell, find }: Taking): Promise<void> {
  for (const processor of ctx.processors.all()) {
    const [refunded, contested] = await callProcessor(() =>
      Promise.all([processor.listRefundedIntents(since), processor.listContestedIntents(since)]),
    );
    for (const id of new Set([...refunded, ...contested])) {
      const kind = refunded.includes(id) ? "refund" : "dispute";
      const paymentId = await findPaymentOfIntent(ctx.db, { processor: processor.code, id });
      if (paymentId === undefined) {
        // Another program's charges are none of ours.
        if ((await callProcessor(() => processor.readPaymentIdOfIntent(id))) !== null) {
          await find({ kind, id, message: "of a charge that isn't recorded" });
        }
        continue;
      }
      const stored = await listRefundsOfPayment(ctx.db, paymentId);
      const unknown = (await callProcessor(() => processor.listRefunds(id))).filter(
        (refund) =>
          !stored.some((row) => row.processorId === refund.id || publicId("rfd", row.id) === refund.refundId),
      );
      // Before it is recorded: a run that is killed in between finds it no more.
      for (const refund of unknown) {
        await find({
          kind: "refund",
          id: refund.id,
          message: `of ${publicId("pay", paymentId)}: recorded, but the backup doesn't know what it was for`,
        });
      }
      await reconcilePaidPayment(ctx, paymentId);
      for (const refund of unknown) {
        tell(`refund ${refund.id}: recorded for ${publicId("pay", paymentId)}`);
      }
    }
  }
}

/** Registrations and transfers that are paid for, and that the registry has carried out since the backup. */
async function takeOverRegistrations({ ctx, tell, find }: Taking): Promise<void> {
  const lines = await ctx.db
    .select({ line: orderLines, order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orders.state, "processing"),
        eq(orderLines.state, "pending"),
        inArray(orderLines.kind, ["registration", "transfer_in"]),
      ),
    )
    .orderBy(asc(orderLines.id));
  for (const { line, order } of lines) {
    const { workspaceId, domainName } = line;
    const autoRenew = line.input.autoRenew !== false;
    const { outcome, detail } = await importDomain(ctx, domainName, {
      workspaceId,
      autoRenew,
      isDryRun: false,
    });
    if (outcome === "failed") {
      throw new RegistryAway(`${domainName}: ${detail}`);
    }
    if (outcome === "imported" || outcome === "already_here") {
      await complete(ctx, line, order);
      tell(`${domainName}: registered since, ${detail}`);
    } else if (line.kind === "transfer_in" && line.secretEncrypted === null) {
      const message = `${detail}, and its auth code is lost: the transfer fails, and is refunded`;
      await find({ kind: "domain", id: domainName, message });
    }
  }
}

/** A registry couldn't be asked. What has been taken over until then stays. */
class RegistryAway extends Error {}

export const isOutsideAway = (error: unknown): boolean =>
  error instanceof RegistryAway || isRegistryAway(error);

/** As if the original's operation had ended here, with what the registry charged for it. */
async function complete(ctx: RestoredCtx, line: OrderLineRow, order: OrderRow): Promise<void> {
  const { id: orderLineId, workspaceId, domainName, kind, years, priceCents } = line;
  const carriedOut = await quoteCarriedOut(ctx, {
    orderLineId,
    workspaceId,
    domainName,
    kind: kind === "transfer_in" ? "transfer_in" : "registration",
    years,
    priceCents,
    currency: order.currency,
    actor: order.actor,
  });
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const operationId = await recordCarriedOut(tx, ctx, carriedOut, now);
    await carryOutAtOnce(tx, line, { operationId }, now);
    await recordRegistryCost(tx, "charged", { line, order }, carriedOut, now);
  });
}

async function takeOverDomains({ ctx, tell, find }: Taking): Promise<void> {
  const isPaidFor = ({ workspaceId, name }: { workspaceId: string; name: string }) =>
    isRenewalPaid(ctx.db, { workspaceId, name });
  const beforeRenewal = async ({ name: id }: { name: string }, until: Date) => {
    if (ctx.processors.current) {
      const message = `renewed at the registry until ${until.toISOString()}, and no charge for it was found`;
      await find({ kind: "domain", id, message });
    }
  };
  for await (const row of listHeldDomains(ctx)) {
    const { outcome, detail } = await takeOverDomain(ctx, row, { isPaidFor, beforeRenewal });
    if (outcome === "refused") {
      await find({ kind: "domain", id: row.name, message: `its registry can't read it (${detail})` });
    } else if (outcome === "transferred") {
      await find({
        kind: "domain",
        id: row.name,
        message: `${detail}; the sync follows it after the release`,
      });
    } else if (outcome === "renewed") {
      tell(`${row.name}: renewed at the registry ${detail}`);
    } else if (detail !== undefined) {
      tell(`${row.name}: ${detail} at the registry`);
    }
  }
}

/** The charges and refunds since the backup that the database lacks, and the domains whose registry has another date. */
export async function previewOutside({ ctx, since }: Pick<Taking, "ctx" | "since">): Promise<string[]> {
  const lines: string[] = [];
  for (const processor of ctx.processors.all()) {
    const paid = await callProcessor(() => processor.listPaidIntents(since));
    for (const one of paid) {
      const known = { processor: processor.code, id: one.intent.id };
      if ((await findPaymentOfIntent(ctx.db, known)) === undefined) {
        lines.push(`charge ${one.intent.chargeId} of ${amountOf(one)} at ${one.chargedAt.toISOString()}`);
      }
    }
    const refunded = await callProcessor(() => processor.listRefundedIntents(since));
    lines.push(...refunded.map((id) => `a refund of the charge with the intent ${id}`));
  }
  for await (const row of listHeldDomains(ctx)) {
    const difference = await describeDifference(ctx, row);
    if (difference !== null) {
      lines.push(`${row.name}: ${difference}`);
    }
  }
  return lines.length > 0 ? lines : ["nothing that this database doesn't have"];
}
