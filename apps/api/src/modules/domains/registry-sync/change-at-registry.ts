import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { refusedByRegistry, registryOutcomeUnknown } from "../errors.ts";
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
import type { IntentChange } from "./intents.ts";
import { type ReconcileResult, reconcileDomain } from "./reconcile-domain.ts";
import { leaveToSync, markIntents, recordIntents } from "./record-intent.ts";
import { recordRefusal } from "./record-refusal.ts";

/** `settled`: the registry shows what was wanted. `pending`: it took the change and has yet to carry it out, or to answer. */
export type ChangeOutcome = { row: DomainRow; state: "settled" | "pending" };

/**
 * Intent, registry, reconcile: the way of every change. An answer that did not come is not repeated: what the
 * registry holds afterwards says whether the change was made. For changes that callers wait for.
 */
export async function changeAtRegistry(
  ctx: Ctx & DomainPorts,
  domain: DomainRow,
  changes: IntentChange | readonly IntentChange[],
  send: Send,
  options: { isWholeDsSet?: boolean } = {},
): Promise<DomainRow> {
  const list = "kind" in changes ? [changes] : changes;
  const intentIds = await recordIntents(ctx, domain, list, options);
  const { row, state } = await carryOutIntents(ctx, domain, intentIds, send);
  if (state === "pending") {
    throw registryOutcomeUnknown(undefined);
  }
  return row;
}

/**
 * The same for intents that are written already, by an operation that goes on without its caller. What the registry
 * refuses is recorded, operation included, and thrown as the caller's problem.
 */
export async function carryOutIntents(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id" | "name" | "registrar">,
  intentIds: readonly string[],
  send: Send,
): Promise<ChangeOutcome> {
  const registrar = registrarOf(ctx, domain);
  let outcome: CommandOutcome;
  try {
    outcome = await send(registrar, { clTRID: clTridOf(intentIds[0] ?? "") });
  } catch (error) {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    if (!isOutcomeUnknown(error)) {
      const refusal = refusedByRegistry(error);
      await recordRefusal(ctx, domain, intentIds, { code: refusal.code, message: refusal.publicMessage });
      if (error.reason === "exists" || error.reason === "missing") {
        await catchUp(ctx, domain);
      }
      throw refusal;
    }
    // Not as our own: while its lease runs, the change may still reach the registry.
    await markIntents(ctx, intentIds, "unknown");
    const result = await reconcileOrLeave(ctx, domain, []);
    if (isAllIn(intentIds, result.settledIntentIds)) {
      return { row: result.row, state: "settled" };
    }
    await leaveToSync(ctx, intentIds);
    return { row: result.row, state: "pending" };
  }
  if (outcome === "pending") {
    await markIntents(ctx, intentIds, "taken");
  }
  const result = await reconcileOrLeave(ctx, domain, intentIds);
  const isRead = result.isRead && outcome === "completed";
  if (!result.isRead) {
    await leaveToSync(ctx, intentIds);
  }
  const isSettled = isRead || isAllIn(intentIds, result.settledIntentIds);
  return { row: result.row, state: isSettled ? "settled" : "pending" };
}

const isAllIn = (some: readonly string[], all: readonly string[]) => some.every((id) => all.includes(id));

/** Where the registry cannot be read now, the row stays as it is, and the sync reads it later. */
async function reconcileOrLeave(
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
    return { row, settledIntentIds: [], isRead: false };
  }
}

/** Where the registry knows better than our row. One that does not answer now is asked by the sync. */
export async function catchUp(ctx: Ctx & DomainPorts, domain: Pick<DomainRow, "id">): Promise<void> {
  await reconcileDomain(ctx, domain.id).catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error, domainId: domain.id }, "a domain could not be read from its registry");
  });
}
