import type { RegistryDomain } from "../../../ports.ts";
import { missingYears } from "../../../rules/term.ts";
import { applied, type Decision, decideInSteps, finished, intentFor, type Situation } from "../decision.ts";

/** The paid date moves only by our renewals: the registry's own date may have moved earlier. */
export function decideRenewals(situation: Situation, held: RegistryDomain): Partial<Decision> {
  const renewals = situation.intents.filter(({ change }) => change.kind === "renew");
  return decideInSteps(
    situation,
    renewals.map(() => (next) => decideNextRenewal(next, held)),
  );
}

/** The renewal that starts at the paid date, once the registry's date has reached its end. */
function decideNextRenewal({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const paidUntil = row.paidUntil.toISOString();
  const intent = intentFor(
    intents,
    (change) =>
      change.kind === "renew" &&
      change.paidUntil === paidUntil &&
      missingYears(held.registryExpiresAt, new Date(change.toRegistryExpiresAt)) === 0,
  );
  if (intent?.change.kind !== "renew") {
    return {};
  }
  const { years, toPaidUntil } = intent.change;
  return {
    row: { paidUntil: new Date(toPaidUntil) },
    intents: applied(intent),
    operations: finished(intent.operationId, "succeeded"),
    history: [
      {
        intent,
        kind: "renewal",
        action: "domain.renewed",
        summary: `Renewed for ${years} ${years === 1 ? "year" : "years"}`,
        details: { from: paidUntil, to: toPaidUntil },
      },
    ],
  };
}
