import type { DsRecord } from "@zonepost/schema";
import type { AgreedPrice, RegistryContacts } from "../ports.ts";

/** What an intent wants of the registry, as its row keeps it. Moments are ISO 8601. */
export type IntentChange =
  | { kind: "publish_ds_record"; dsRecord: DsRecord }
  | { kind: "remove_ds_record"; dsRecord: DsRecord }
  | ({ kind: "change_nameservers" } & Delegation)
  | { kind: "change_lock"; locked: boolean }
  | { kind: "change_contacts"; contacts: RegistryContacts; contactIds: ContactIds; whoisPrivacy: boolean }
  /** `delegation`: to hosts below the name itself, by a change of its own when it is there (RFC 5732 section 1.1). */
  | { kind: "register"; years: number; delegation?: Delegation }
  /** `years` are paid for; the registry may have renewed some of them by itself before. */
  | {
      kind: "renew";
      years: number;
      paidUntil: string;
      toPaidUntil: string;
      toRegistryExpiresAt: string;
      /** What a year was agreed to cost. */
      year: AgreedPrice;
    }
  | { kind: "delete" }
  /** With the year that goes with it. */
  | { kind: "restore"; paidUntil: string; toPaidUntil: string; restore: AgreedPrice; year: AgreedPrice }
  | { kind: "transfer_in" }
  | { kind: "approve_transfer" }
  | { kind: "reject_transfer" };

export type Delegation = { nameservers: string[]; glue: { host: string; addresses: string[] }[] };

export type ContactIds = { registrant: string; admin: string; tech: string };
