import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../domain-row.ts";
import { refusedByRegistry, registryOutcomeUnknown } from "../errors.ts";
import type { IntentChange } from "../intents.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";
import { reconcileDomain } from "./reconcile-domain.ts";
import { dismissIntent, leaveToSync, recordIntent } from "./record-intent.ts";

/**
 * Intent, registry, reconcile: the way of every change. An answer that did not come is not repeated: what the
 * registry holds afterwards says whether the change was made.
 */
export async function changeAtRegistry(
  ctx: Ctx & DomainPorts,
  domain: DomainRow,
  change: IntentChange,
  send: (registrar: Registrar) => Promise<void>,
): Promise<DomainRow> {
  const registrar = ctx.registrars.byCode(domain.registrar);
  if (!registrar) throw new Error(`no registrar is configured for ${domain.name}`);
  const intentId = await recordIntent(ctx, domain, change);
  try {
    await send(registrar);
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    if (error.reason !== "outcome_unknown") {
      await dismissIntent(ctx, intentId);
      if (error.reason === "exists" || error.reason === "missing") await catchUp(ctx, domain);
      throw refusedByRegistry(error);
    }
    const { row, settledIntentIds } = await reconcileOrLeave(ctx, domain, intentId);
    if (settledIntentIds.includes(intentId)) return row;
    await leaveToSync(ctx, intentId);
    throw registryOutcomeUnknown(error);
  }
  return (await reconcileOrLeave(ctx, domain, intentId)).row;
}

async function reconcileOrLeave(ctx: Ctx & DomainPorts, domain: DomainRow, intentId: string) {
  try {
    return await reconcileDomain(ctx, domain.id);
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    await leaveToSync(ctx, intentId);
    throw registryOutcomeUnknown(error);
  }
}

/** The registry knows better than our row: something was changed behind our back. */
async function catchUp(ctx: Ctx & DomainPorts, domain: DomainRow): Promise<void> {
  await reconcileDomain(ctx, domain.id).catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) throw error;
    ctx.log.warn(
      { err: error, domain: domain.name },
      "a domain that was changed elsewhere could not be read",
    );
  });
}
