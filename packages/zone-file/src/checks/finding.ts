import type { RecordSet } from "../types.ts";

/** A mistake that no single value has: it is in a record set as a whole, or between several. */
export type RecordSetFinding = {
  /** An error makes the zone invalid, or a name unreachable; a warning usually is a mistake. */
  severity: "error" | "warning";
  code: string;
  name: string;
  type: string;
  /** The index of the value, or null if it's about all of them. */
  valueIndex: number | null;
  message: string;
};

export type Report = (
  severity: RecordSetFinding["severity"],
  recordSet: Pick<RecordSet, "name" | "type">,
  code: string,
  message: string,
  valueIndex?: number,
) => void;
