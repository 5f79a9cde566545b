import { grantedRights, hasRight, type Right } from "@zonepost/schema";
import type { Actor, OperatorActor, WorkspaceActor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { minuteMs } from "./durations.ts";
import { AppError, declareError, forbidden } from "./errors.ts";

export { hasRight, type Right, rights } from "@zonepost/schema";

/**
 * The first line of every use case and query that answers a caller.
 *
 * @param rights each of them is enough
 */
export function requireRight(actor: WorkspaceActor, ...rights: [Right, ...Right[]]): void {
  if (!rights.some((right) => hasRight(actor, right))) {
    throw forbidden(refusal(actor, rights));
  }
}

function refusal(actor: WorkspaceActor, rights: readonly Right[]): string {
  const granted = rights.find((right) => grantedRights(actor).has(right));
  if (granted) {
    return actor.kind === "user"
      ? `Your access is limited to some domains, and ${granted} applies to the whole workspace.`
      : `This API key is limited to some domains, and ${granted} applies to the whole workspace.`;
  }
  const missing = rights.join(" or ");
  return actor.kind === "user"
    ? `Your role (${actor.role}) doesn't include ${missing}. Ask an owner or admin of the workspace.`
    : `This API key doesn't have the ${missing} scope.`;
}

/** The rights of a declared operation, each of which is enough. */
export const rightsOf = ({
  right,
  orRight,
}: {
  right: Right;
  orRight?: Right | readonly Right[] | undefined;
}): [Right, ...Right[]] => [right, ...[orRight ?? []].flat()];

/** True if the actor has no domain limit, or it includes this domain. */
export function seesDomain(actor: WorkspaceActor, name: string): boolean {
  return actor.domainNames === null || actor.domainNames.includes(name);
}

const confirmedForMs = 10 * minuteMs;

/**
 * True if the person has signed in or confirmed their identity within the last ten minutes. Keys and scheduled work have
 * no session, so their scopes decide. `freshProof` lists the operations that require it.
 */
export const isFreshSession = (actor: Actor, clock: Clock): boolean =>
  actor.kind === "api_key" ||
  actor.kind === "system" ||
  // A confirmation far ahead is from before the clock was moved back, and would last for hours.
  Math.abs(clock.wallNow().getTime() - actor.confirmedAt.getTime()) <= confirmedForMs;

export const stepUpRequired = declareError("forbidden", "step_up_required", {
  message:
    "Confirm your identity with your authenticator app or password, or sign in again. Then retry within ten minutes.",
  cause:
    "This operation requires a recent confirmation of your identity, and the last one is more than ten minutes old.",
  fix: "Confirm at /auth/step-up with an authenticator code or your password, or sign in again. Then repeat the request.",
});

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
