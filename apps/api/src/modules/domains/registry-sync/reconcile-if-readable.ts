import type { Ctx } from "../../../kernel/ctx.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { type ReconcileResult, reconcileDomain } from "./reconcile-domain.ts";

/** Reconciles a domain. Returns undefined if its registry can't be read now; the sync then reads it later. */
export async function reconcileIfReadable(
  ctx: Ctx & DomainPorts,
  domainId: string,
  ownIntentIds: readonly string[] = [],
): Promise<ReconcileResult | undefined> {
  return reconcileDomain(ctx, domainId, ownIntentIds).catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error, domainId }, "a domain could not be read from its registry");
    return undefined;
  });
}
