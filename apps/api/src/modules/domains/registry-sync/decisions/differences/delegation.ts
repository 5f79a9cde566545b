import type { RegistryDomain } from "../../../ports.ts";
import { hasSameGlue, isSameSet } from "../../../rules/delegation.ts";
import { applied, changeMade, type Decision, intentFor, type Situation } from "../decision.ts";
import { completeDeferredDelegation, isDeferredDelegation, nameserversNotSet } from "../deferred-changes.ts";

export function decideDelegation({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const isDelegationChanged = !isSameSet(row.nameservers, held.nameservers);
  const isGlueChanged = !hasSameGlue(row.glue, held.glue);
  if (!isDelegationChanged && !isGlueChanged) {
    return {};
  }
  const intent = intentFor(
    intents,
    (change) => change.kind === "change_nameservers" && isSameSet(change.nameservers, held.nameservers),
  );
  const settled = {
    intents: applied(intent),
    operations: intent ? [...completeDeferredDelegation(intent), ...changeMade(intent)] : [],
  };
  // Glue that we read for the first time is not a change.
  if (!isDelegationChanged && row.glue.length === 0 && !intent) {
    return settled;
  }
  const named = held.nameservers.join(", ") || "none";
  const addresses = held.glue.map((one) => `${one.host} (${one.addresses.join(", ")})`).join(", ") || "none";
  return {
    ...settled,
    history: [
      {
        intent,
        kind: "dns_change",
        action: "domain.nameservers_changed",
        summary: isDelegationChanged
          ? `Nameservers changed to ${named}`
          : `Addresses of nameservers changed to ${addresses}`,
        details: isDelegationChanged
          ? { from: row.nameservers, to: held.nameservers }
          : { from: row.glue, to: held.glue },
      },
    ],
    events: isDelegationChanged
      ? [
          {
            type: "domain.nameservers_changed",
            data: {
              name: row.name,
              nameservers: held.nameservers,
              previousNameservers: row.nameservers,
            },
          },
        ]
      : [],
  };
}

/** A deferred delegation is dropped once the name has nameservers, unless it is being sent. */
export function dropDeferredDelegation({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  if (held.nameservers.length === 0) {
    return {};
  }
  const dropped = intents.filter((intent) => isDeferredDelegation(intent) && !intent.isInFlight);
  return {
    intents: dropped.map((intent) => ({ intent, event: "supersede" })),
    operations: [
      ...dropped.flatMap(completeDeferredDelegation),
      ...(row.nameservers.length === 0
        ? ([{ kind: "clearReason", code: nameserversNotSet.code }] as const)
        : []),
    ],
  };
}
