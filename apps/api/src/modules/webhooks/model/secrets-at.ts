import type { webhookEndpoints } from "@zonepost/db";

export type EndpointSecrets = Pick<
  typeof webhookEndpoints.$inferSelect,
  "secretEncrypted" | "nextSecretEncrypted" | "rotationEndsAt"
>;

/** The end of the rotation in progress. Null if there is none, or if it has just ended. */
export const rotationEnd = (
  { rotationEndsAt }: Pick<EndpointSecrets, "rotationEndsAt">,
  wallNow: Date,
): Date | null => (rotationEndsAt && rotationEndsAt > wallNow ? rotationEndsAt : null);

/**
 * The secrets that sign a delivery, encrypted: one for `X-Service-Signature`, and all for `webhook-signature`. During a
 * rotation the current secret comes first; from its end, only the next one signs, even before the sweep has stored it.
 */
export function secretsAt(
  endpoint: EndpointSecrets,
  wallNow: Date,
): { service: string; standard: readonly string[] } {
  const { secretEncrypted: current, nextSecretEncrypted: next } = endpoint;
  if (next === null) {
    return { service: current, standard: [current] };
  }
  return rotationEnd(endpoint, wallNow)
    ? { service: current, standard: [current, next] }
    : { service: next, standard: [next] };
}
