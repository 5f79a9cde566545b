import { domainIntents, domainOperations, domains, type StoredActor, type Transaction } from "@zonepost/db";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { emitAll } from "../../webhooks/index.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findRegistrationLine } from "../model/operations.ts";
import { clTridOf } from "../model/registrar.ts";
import { recordHistory } from "../notifications/record-history.ts";
import type { Cost, LinkedModulePorts } from "../ports.ts";
import { insertOperation } from "./begin-operation.ts";
import type { Decision, IntentMove, OperationChange } from "./decisions/decision.ts";
import { endOrResumeZones, lockZonesOf } from "./end-or-resume-zones.ts";
import { insertIntents, moveIntents, settleIntents } from "./intents/write-intents.ts";
import { forgetDnsCheck } from "./record-dns-check.ts";
import { accrueOwnRenewal, chargeOf, settleCharges } from "./registry-charges.ts";
import { suspendOrResumeMail } from "./suspend-or-resume-mail.ts";

/** The only writer of decisions. The caller has locked the row in this transaction. Returns the updated row. */
export async function applyDecision(
  tx: Transaction,
  ctx: Ctx & LinkedModulePorts,
  row: DomainRow,
  decision: Decision,
  now: Date,
  ownRenewal: Cost | null = null,
): Promise<DomainRow> {
  const hasZones = await lockZonesOf(tx, ctx, row, decision.row);
  if (ownRenewal) {
    await accrueOwnRenewal(tx, row, ownRenewal, now);
  }
  for (const [event, moves] of Map.groupBy(decision.intents, (move: IntentMove) => move.event)) {
    const ids = moves.map(({ intent }) => intent.id);
    await (event === "accept"
      ? moveIntents(tx, event, inArray(domainIntents.id, ids), ctx.clock.wallNow())
      : settleIntents(tx, event, ids, now));
  }
  await insertIntents(tx, row, decision.followUps, now);
  for (const change of decision.operations) {
    await applyOperationChange(tx, ctx, row, change, now);
  }
  if (decision.departure) {
    await settleCharges(tx, ctx, row, decision.departure, now);
  }
  await writeHistory(tx, ctx, row, decision, now);
  await emitAll(
    tx,
    decision.events.map((event) => ({ ...event, workspaceId: row.workspaceId, createdAt: now })),
  );
  if (Object.keys(decision.row).length === 0) {
    return row;
  }
  const [after] = await tx.update(domains).set(decision.row).where(eq(domains.id, row.id)).returning();
  if (!after) {
    throw new Error(`${row.name} disappeared while its row was locked`);
  }
  await forgetDnsCheck(tx, { before: row, after, now });
  const actor = decision.history.find(({ intent }) => intent)?.intent?.actor ?? registryActor;
  await suspendOrResumeMail(tx, ctx, { before: row, after, actor, now });
  if (hasZones) {
    await endOrResumeZones(tx, ctx, { before: row, after, actor, now });
  }
  if (decision.isRegistrationUndone) {
    await reportUndoneRegistration(tx, ctx, { domainId: row.id, actor }, now);
  }
  return after;
}

/** Only a registration is undone: other operations that an order paid for stay paid. */
async function reportUndoneRegistration(
  tx: Transaction,
  ctx: Ctx & LinkedModulePorts,
  { domainId, actor }: { domainId: string; actor: StoredActor },
  now: Date,
): Promise<void> {
  const orderLineId = await findRegistrationLine(tx, domainId);
  if (orderLineId !== null) {
    await ctx.domainOrders.whenRegistrationIsUndone(tx, ctx, { orderLineId, actor }, now);
  }
}

const chargedColumns = {
  kind: domainOperations.kind,
  years: domainOperations.years,
  orderLineId: domainOperations.orderLineId,
  costCents: domainOperations.costCents,
  currency: domainOperations.costCurrency,
};

const costOf = ({ costCents, currency }: { costCents: number | null; currency: string | null }) =>
  costCents === null || currency === null ? null : { costCents, currency };

const registryActor: StoredActor = { kind: "registry", id: null, name: "registry" };

/** Attributes the change to the intent's actor; the audit log also has the clTRID. */
async function writeHistory(
  tx: Transaction,
  ctx: Ctx,
  row: DomainRow,
  { history }: Decision,
  now: Date,
): Promise<void> {
  const entries = history.map(({ intent, ...entry }) => ({
    ...entry,
    domain: row,
    actor: intent?.actor ?? registryActor,
    requestId: intent?.requestId ?? ctx.requestId,
    auditDetails: intent ? { clTRID: clTridOf(intent.id) } : {},
    occurredAt: now,
  }));
  await recordHistory(tx, ctx, entries);
}

async function applyOperationChange(
  tx: Transaction,
  ctx: Ctx & LinkedModulePorts,
  row: DomainRow,
  change: OperationChange,
  now: Date,
): Promise<void> {
  const updatedAt = now;
  switch (change.kind) {
    case "finish": {
      const [finished] = await tx
        .update(domainOperations)
        .set({ state: change.state, reason: change.reason, waitsUntil: null, updatedAt, finishedAt: now })
        .where(and(eq(domainOperations.id, change.operationId), isNull(domainOperations.finishedAt)))
        .returning(chargedColumns);
      if (!finished) {
        return;
      }
      const { orderLineId } = finished;
      const charge =
        change.state === "succeeded"
          ? await chargeOf(tx, row, finished, costOf(finished), now)
          : { cost: null };
      if (orderLineId) {
        const { operationId } = change;
        const isSuccess = change.state === "succeeded";
        await ctx.domainOrders.whenOperationEnds(tx, { orderLineId, operationId, isSuccess, ...charge }, now);
      }
      return;
    }
    case "wait":
      await tx
        .update(domainOperations)
        .set({ state: "pending", reason: change.reason, waitsUntil: change.waitsUntil, updatedAt })
        .where(and(eq(domainOperations.id, change.operationId), isNull(domainOperations.finishedAt)));
      return;
    case "amend":
      await tx
        .update(domainOperations)
        .set({ reason: change.reason, updatedAt })
        .where(and(eq(domainOperations.id, change.operationId), eq(domainOperations.state, "succeeded")));
      return;
    case "clearReason":
      await tx
        .update(domainOperations)
        .set({ reason: null, updatedAt })
        .where(
          and(
            eq(domainOperations.workspaceId, row.workspaceId),
            eq(domainOperations.domainId, row.id),
            eq(domainOperations.kind, "registration"),
            sql`${domainOperations.reason} ->> 'code' = ${change.code}`,
          ),
        );
      return;
    case "requestApproval":
      await requestApproval(tx, ctx, row, change.waitsUntil, now);
  }
}

async function requestApproval(
  tx: Transaction,
  ctx: Ctx,
  row: DomainRow,
  waitsUntil: Date | null,
  now: Date,
): Promise<void> {
  const operationId = await insertOperation(
    tx,
    ctx,
    row,
    {
      kind: "transfer_out",
      state: "action_required",
      reason: {
        code: "approve_or_reject",
        message: "Another registrar requested a transfer. Approve or reject it.",
      },
      waitsUntil,
      actor: registryActor,
    },
    now,
  );
  if (operationId === undefined) {
    throw new Error(`${row.name} has an operation that was not seen under the lock of its row`);
  }
}
