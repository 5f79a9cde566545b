import type { RegistryDomain } from "../../ports.ts";
import { hasSameGlue, isSameSet } from "../../rules/delegation.ts";
import { dsRecordDifference } from "../../rules/ds-records.ts";
import { columnsOf, type Decision, decideInSteps, type Situation } from "./decision.ts";
import { decideContacts, isSameContacts } from "./differences/contacts.ts";
import { decideDelegation, dropDeferredDelegation } from "./differences/delegation.ts";
import { decideDsRecords } from "./differences/ds-records.ts";
import { decideHold } from "./differences/hold.ts";
import { decideLapsed } from "./differences/lapse.ts";
import { decideLock } from "./differences/lock.ts";
import { decideRenewals } from "./differences/renewal.ts";
import { decideStatus } from "./differences/status.ts";

/**
 * The order of the steps, and of their history entries. Three constraints:
 * - A delegation is credited to its intent before obsolete deferred delegations are dropped.
 * - Renewals come before the status, which depends on the paid period.
 * - Lapsed intents come last, because earlier steps can settle them.
 */
const steps = [
  decideDsRecords,
  decideDelegation,
  dropDeferredDelegation,
  decideLock,
  decideHold,
  decideContacts,
  decideRenewals,
  decideStatus,
  decideLapsed,
];

export function decideDifference(situation: Situation, held: RegistryDomain): Partial<Decision> {
  const decision = decideInSteps(
    situation,
    steps.map((step) => (at: Situation) => step(at, held)),
  );
  const isSame = Object.keys(decision.row).length === 0 && hasSameColumns(situation.row, held);
  return isSame ? decision : { ...decision, row: { ...columnsOf(held), ...decision.row } };
}

function hasSameColumns(row: Situation["row"], held: RegistryDomain): boolean {
  const dsRecords = dsRecordDifference(row.dsRecords, held.dsRecords);
  return (
    row.registryExpiresAt.getTime() === held.registryExpiresAt.getTime() &&
    isSameSet(row.registryStatuses, held.statuses) &&
    isSameSet(row.nameservers, held.nameservers) &&
    dsRecords.added.length === 0 &&
    dsRecords.removed.length === 0 &&
    hasSameGlue(row.glue, held.glue) &&
    isSameContacts(row.registryContacts, held.contacts)
  );
}
