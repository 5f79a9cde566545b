import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { reconcileDomain } from "./reconcile-domain.ts";

/** Reconciles a domain of which the registry knows better than our row. If it does not answer now, the sync asks it later. */
export async function catchUp(ctx: Ctx & DomainPorts, domain: Pick<DomainRow, "id">): Promise<void> {
  await reconcileDomain(ctx, domain.id).catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error, domainId: domain.id }, "a domain could not be read from its registry");
  });
}
