import type { StoredIntentChange } from "@zonepost/db";

export type IntentChange = StoredIntentChange;
type ChangeOf<Kind extends IntentChange["kind"]> = Extract<IntentChange, { kind: Kind }>;

export type Delegation = Pick<ChangeOf<"change_nameservers">, "nameservers" | "glue">;

export type ContactIds = ChangeOf<"change_contacts">["contactIds"];
