import type { Ctx } from "../../../kernel/ctx.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { type ReconcileResult, reconcileDomain } from "./reconcile-domain.ts";

/** Reconciles a domain, unless its registry cannot be read now: then the result is undefined, and the sync reads it later. */
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
