export { type CheckOptions, checkRecordSets, type RecordSetFinding } from "./check-record-sets.ts";
export { normalizeOwner, wireName } from "./names.ts";
export { type ParseOptions, parseZoneFile } from "./parse-zone-file.ts";
export { printZoneFile } from "./print-zone-file.ts";
export { type FieldKind, type RecordField, type RecordType, recordTypes } from "./record-types.ts";
export { typeNumber as recordTypeNumber } from "./type-numbers.ts";
export type { ParsedRecordSet, RecordSet, ZoneFile, ZoneFileProblem } from "./types.ts";
export { type NormalizedValue, type NormalizeOptions, normalizeValue, portableRecord } from "./values.ts";
