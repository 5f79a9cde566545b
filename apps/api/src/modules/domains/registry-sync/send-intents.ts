import { domainIntents, domains } from "@zonepost/db";
import { eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { refusedByRegistry } from "../errors.ts";
import { clTridOf } from "../model/cl-trid.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { registrarOf } from "../model/registrar-of.ts";
import {
  type CommandOutcome,
  type DomainPorts,
  isOutcomeUnknown,
  RegistrarError,
  type Send,
} from "../ports.ts";
import { catchUp } from "./catch-up.ts";
import { moveIntents } from "./intents/move-intents.ts";
import { type ReconcileResult, reconcileDomain } from "./reconcile-domain.ts";
import { recordRefusal } from "./record-refusal.ts";

/** `settled`: the registry shows the change. `pending`: it has yet to carry it out, or has not answered. */
export type SendResult = { row: DomainRow; state: "settled" | "pending" };

/**
 * Sends intents that are written, and reconciles. An unanswered command is not repeated: what the registry holds
 * afterwards says whether it was carried out. A refusal is recorded, and thrown as the caller's problem.
 */
export async function sendIntents(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id" | "name" | "registrar">,
  intentIds: readonly string[],
  send: Send,
): Promise<SendResult> {
  const registrar = registrarOf(ctx, domain);
  let outcome: CommandOutcome;
  try {
    outcome = await send(registrar, { clTRID: clTridOf(intentIds[0] ?? "") });
  } catch (error) {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    if (isOutcomeUnknown(error)) {
      return lookForOutcome(ctx, domain, intentIds);
    }
    const refusal = refusedByRegistry(error);
    await recordRefusal(ctx, domain, intentIds, { code: refusal.code, message: refusal.publicMessage });
    if (error.reason === "exists" || error.reason === "missing") {
      await catchUp(ctx, domain);
    }
    throw refusal;
  }
  if (outcome === "pending") {
    await moveIntents(ctx.db, ctx, "accept", inArray(domainIntents.id, [...intentIds]));
  }
  const result = await reconcileIfReadable(ctx, domain, intentIds);
  if (!result.isRead) {
    await leaveToSync(ctx, intentIds);
  }
  const isShown = result.isRead && outcome === "completed";
  return { row: result.row, state: isShown || isApplied(intentIds, result) ? "settled" : "pending" };
}

/** Not as our own intents: while their lease runs, the command may still reach the registry. */
async function lookForOutcome(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
  intentIds: readonly string[],
): Promise<SendResult> {
  await moveIntents(ctx.db, ctx, "loseAnswer", inArray(domainIntents.id, [...intentIds]));
  const result = await reconcileIfReadable(ctx, domain, []);
  if (isApplied(intentIds, result)) {
    return { row: result.row, state: "settled" };
  }
  await leaveToSync(ctx, intentIds);
  return { row: result.row, state: "pending" };
}

const isApplied = (intentIds: readonly string[], { appliedIntentIds }: ReconcileResult) =>
  intentIds.every((id) => appliedIntentIds.includes(id));

/** The sync looks for what became of them, at once. */
async function leaveToSync(ctx: Ctx, intentIds: readonly string[]): Promise<void> {
  await moveIntents(ctx.db, ctx, "loseAnswer", inArray(domainIntents.id, [...intentIds]));
  await wakeWorkers(ctx.db, "sync");
}

/** If the registry cannot be read now, the row stays as it is, and the sync reads it later. */
async function reconcileIfReadable(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
  ownIntentIds: readonly string[],
): Promise<ReconcileResult & { isRead: boolean }> {
  try {
    return { ...(await reconcileDomain(ctx, domain.id, ownIntentIds)), isRead: true };
  } catch (error) {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error, domainId: domain.id }, "a change could not be read back from the registry");
    const [row] = await ctx.db.select().from(domains).where(eq(domains.id, domain.id));
    if (!row) {
      throw notFound();
    }
    return { row, appliedIntentIds: [], isRead: false };
  }
}
