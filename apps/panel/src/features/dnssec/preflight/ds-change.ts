import type { DsRecord, DsRecordInput } from "@zonepost/schema";

/** A change of the DS records at the registry. */
export type DsChange =
  | { kind: "add"; dsRecord: DsRecordInput }
  | { kind: "replace"; dsRecords: DsRecordInput[] }
  | { kind: "remove"; dsRecord: DsRecord };
