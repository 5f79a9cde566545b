import { domainIntents } from "@zonepost/db";
import { inArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { refusedByRegistry } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { clTridOf, registrarOf } from "../model/registrar.ts";
import {
  type DomainPorts,
  isOutcomeUnknown,
  type LinkedModulePorts,
  RegistrarError,
  type Send,
} from "../ports.ts";
import { applyDecision } from "./apply-decision.ts";
import { decideRefusal } from "./decisions/decide-refusal.ts";
import { emptyDecision, mergeDecisions, type OperationReason } from "./decisions/decision.ts";
import { moveIntents } from "./intents/write-intents.ts";
import { lockSituation } from "./lock-situation.ts";
import { reconcileIfReadable } from "./reconcile-domain.ts";

/**
 * `settled`: the registry shows the change, or has reported it as done. `accepted`: the registry will carry it out.
 * `unknown`: no response.
 */
type SendResult = { state: "settled"; row: DomainRow } | { state: "accepted" | "unknown" };

/**
 * Sends written intents, and reconciles. A command without a response isn't repeated: the registry's state afterwards
 * shows whether it was carried out. A refusal is recorded, and thrown as the caller's problem.
 */
export async function sendIntents(
  ctx: Ctx & DomainPorts,
  domain: DomainRow,
  intentIds: readonly string[],
  send: Send,
): Promise<SendResult> {
  const options = { clTRID: clTridOf(intentIds[0] ?? "") };
  const outcome = await send(registrarOf(ctx, domain), options).catch(async (error: unknown) => {
    if (isOutcomeUnknown(error)) {
      return "unknown" as const;
    }
    throw error instanceof RegistrarError ? await refuse(ctx, domain, intentIds, error) : error;
  });
  const which = inArray(domainIntents.id, [...intentIds]);
  const isUnknown = outcome === "unknown";
  if (outcome !== "completed") {
    await moveIntents(ctx.db, isUnknown ? "loseAnswer" : "accept", which, ctx.clock.wallNow());
  }
  // Unless they are done, they don't count as our own: during their lease, the registry may still carry them out.
  const ownIntentIds = outcome === "completed" ? intentIds : [];
  const result = await reconcileIfReadable(ctx, domain.id, { ownIntentIds, seen: domain });
  const isApplied = intentIds.every((id) => result?.appliedIntentIds.includes(id));
  if (!result || (isUnknown && !isApplied)) {
    await moveIntents(ctx.db, "loseAnswer", which, ctx.clock.wallNow());
    await wakeWorkers(ctx.db, "sync");
  }
  if (result && (isApplied || outcome === "completed")) {
    return { state: "settled", row: result.row };
  }
  return { state: isUnknown ? "unknown" : "accepted" };
}

async function refuse(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
  intentIds: readonly string[],
  error: RegistrarError,
): Promise<AppError> {
  const refusal = refusedByRegistry(error);
  await recordRefusal(ctx, domain.id, intentIds, { code: refusal.code, message: refusal.publicMessage });
  if (error.reason === "exists" || error.reason === "missing") {
    await reconcileIfReadable(ctx, domain.id);
  }
  return refusal;
}

async function recordRefusal(
  ctx: Ctx & LinkedModulePorts,
  domainId: string,
  intentIds: readonly string[],
  reason: OperationReason,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSituation(tx, domainId, ctx.clock.wallNow());
    if (locked) {
      const intents = locked.intents.filter(({ id }) => intentIds.includes(id));
      const decision = mergeDecisions(emptyDecision, decideRefusal({ row: locked.row, intents }, reason));
      await applyDecision(tx, ctx, locked.row, decision, now);
    }
  });
}
