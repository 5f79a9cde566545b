import type { DsRecord, DsRecordInput } from "@zonepost/schema";

export type DsChange =
  | { kind: "add"; dsRecord: DsRecordInput }
  | { kind: "replace"; dsRecords: DsRecordInput[] }
  | { kind: "remove"; dsRecord: DsRecord };
