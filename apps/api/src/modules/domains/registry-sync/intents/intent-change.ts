import type { StoredIntentChange } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import type { Cost } from "../../ports.ts";

export type IntentChange = StoredIntentChange;
type ChangeOf<Kind extends IntentChange["kind"]> = Extract<IntentChange, { kind: Kind }>;

export type Delegation = Pick<ChangeOf<"change_nameservers">, "nameservers" | "glue">;

type StoredCost = ChangeOf<"restore">["year"];

/** Stored under the name of a price: when the first rows were written, customers paid the registry's. */
export const storedCost = (cost: Cost | null): StoredCost =>
  cost && { priceCents: cost.costCents, currency: cost.currency };

/** Undefined if no cost was known, so that the registry charges its own. */
export const costOfStored = (stored: StoredCost, times = 1): Cost | undefined =>
  stored ? { costCents: stored.priceCents * times, currency: stored.currency } : undefined;

export type ContactIds = ChangeOf<"change_contacts">["contactIds"];

/** Operations that report a change which its registry completes later. A domain can have several of them. */
export const isChangeOperation = (kind: DomainOperationKind | null): boolean =>
  kind?.endsWith("_change") === true;

export function operationKindOf({ kind }: IntentChange): DomainOperationKind {
  switch (kind) {
    case "publish_ds_record":
    case "remove_ds_record":
      return "dnssec_change";
    case "change_nameservers":
      return "nameserver_change";
    case "change_contacts":
      return "contact_change";
    case "change_lock":
    case "change_hold":
      return "lock_change";
    default:
      throw new Error(`${kind} begins an operation of its own`);
  }
}
