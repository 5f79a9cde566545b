import type { NameserverInput, NameserversResult, PreflightMode, Warning } from "@zonepost/schema";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { acceptedOrDone, type MaybeAccepted } from "../../../kernel/http/accepted.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { nameserversWouldBreak } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { domainDetailsOf } from "../portfolio/get-domain-details.ts";
import type { DomainPorts } from "../ports.ts";
import { cancelDeferred } from "../registry-sync/cancel-deferred.ts";
import { type Changed, changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import { delegatedHosts, hasSameGlue, isSameSet } from "../rules/delegation.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { preflightNameservers } from "./check-nameservers.ts";
import { canonicalNameservers, delegationTo } from "./nameserver-policy.ts";
import { type NameserverPorts, validateNameservers } from "./validate-nameservers.ts";

export async function changeNameservers(
  ctx: WorkspaceCtx & DomainPorts & NameserverPorts,
  input: { name: string; nameservers: NameserverInput[]; preflight?: PreflightMode },
): Promise<MaybeAccepted<NameserversResult>> {
  requireRight(ctx.actor, "domains:write");
  const domain = await getOwnDomain(ctx, input.name);
  const { row, operation, warnings } = await applyNameservers(
    ctx,
    domain,
    input.nameservers,
    input.preflight,
  );
  const details = await domainDetailsOf(ctx, row);
  return acceptedOrDone({ ...details, warnings: warnings.length > 0 ? warnings : undefined }, operation);
}

/**
 * For callers that have already checked the right. The nameservers are asked only on request, because that can take
 * seconds: before the change with `enforce`, in parallel with `warn`.
 */
export async function applyNameservers(
  ctx: Ctx & DomainPorts & NameserverPorts,
  domain: DomainRow,
  nameservers: readonly NameserverInput[],
  preflight?: PreflightMode,
): Promise<Changed & { warnings: Warning[] }> {
  requireChangeable(domain);
  const wanted = canonicalNameservers(nameservers);
  const { problems, warnings } = await validateNameservers(ctx, domain, nameservers);
  if (problems.length > 0) {
    throw invalid(problems);
  }
  const delegation = delegationTo(wanted);
  if (isSameSet(domain.nameservers, delegation.nameservers) && hasSameGlue(domain.glue, delegation.glue)) {
    await cancelDeferred(ctx, domain.id, "delegation");
    return { row: domain, operation: null, warnings };
  }
  const before = delegatedHosts(domain);
  const pendingVerdict = preflight && preflightNameservers(ctx, domain, wanted);
  if (preflight === "enforce") {
    const verdict = await pendingVerdict;
    if (verdict?.outcome === "breaks") {
      throw nameserversWouldBreak(verdict.problems);
    }
  }
  const [changed, verdict] = await Promise.all([
    changeAtRegistry(ctx, domain, { kind: "change_nameservers", ...delegation }, (registrar, options) =>
      registrar.changeNameservers(domain.name, { before, after: wanted }, options),
    ),
    pendingVerdict,
  ]);
  const found = verdict ? [...verdict.problems, ...verdict.warnings] : [];
  return { ...changed, warnings: [...warnings, ...found] };
}
