import type { DsRecord } from "@zonepost/schema";

/** What an intent wants of the registry, as its row keeps it. */
export type IntentChange =
  | { kind: "publish_ds_record"; dsRecord: DsRecord }
  | { kind: "remove_ds_record"; dsRecord: DsRecord }
  | { kind: "change_nameservers"; nameservers: string[] };
