import type { Dnskey, DsRecord, DsRecordInput } from "@zonepost/schema";

/** With the key of the new record for a registry that takes keys. */
export type PublishedChange =
  | { kind: "add"; dsRecord: DsRecordInput; key?: Dnskey | undefined }
  | { kind: "replace"; dsRecords: DsRecordInput[]; key?: Dnskey | undefined };
export type DsChange = PublishedChange | { kind: "remove"; dsRecord: DsRecord };
