import { grantedRights, hasRight, type Right } from "@zonepost/schema";
import type { OperatorActor, PersonActor, WorkspaceActor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { minuteMs } from "./durations.ts";
import { AppError } from "./errors.ts";

export { hasRight, type Right, rights } from "@zonepost/schema";

/** The first line of every use case and query that answers a caller. */
export function requireRight(actor: WorkspaceActor, right: Right): void {
  if (!hasRight(actor, right)) {
    throw new AppError("forbidden", "forbidden", refusal(actor, right));
  }
}

function refusal(actor: WorkspaceActor, right: Right): string {
  if (grantedRights(actor).has(right)) {
    return actor.kind === "user"
      ? `Your access is limited to some domains, and ${right} applies to the whole workspace.`
      : `This API key is limited to some domains, and ${right} applies to the whole workspace.`;
  }
  return actor.kind === "user"
    ? `Your role (${actor.role}) doesn't include ${right}. Ask an owner or admin of the workspace.`
    : `This API key doesn't have the ${right} scope.`;
}

/** True if the actor has no domain limit, or it includes this domain. */
export function seesDomain(actor: WorkspaceActor, name: string): boolean {
  return actor.domainNames === null || actor.domainNames.includes(name);
}

const confirmedForMs = 10 * minuteMs;

/**
 * Protects sensitive actions from stolen sessions: the person must have signed in or confirmed their identity within
 * the last ten minutes. Keys and scheduled work have no session, so their scopes decide.
 */
export function requireFreshSession(ctx: {
  actor: WorkspaceActor | PersonActor | OperatorActor;
  clock: Clock;
}): void {
  const { actor } = ctx;
  if (actor.kind === "api_key" || actor.kind === "system") {
    return;
  }
  if (ctx.clock.wallNow().getTime() - actor.confirmedAt.getTime() <= confirmedForMs) {
    return;
  }
  throw new AppError(
    "forbidden",
    "step_up_required",
    "Confirm your identity with your authenticator app or password, or sign in again. Then retry within ten minutes.",
  );
}

/** Only the sandbox admits an operator without two-factor authentication. */
export function requireSecondFactor({ isSecondFactorMissing }: OperatorActor): void {
  if (isSecondFactorMissing) {
    throw new AppError(
      "forbidden",
      "second_factor_required",
      "Operators need two-factor authentication. Turn it on in your security settings first.",
    );
  }
}
