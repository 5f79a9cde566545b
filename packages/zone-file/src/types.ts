/** All values of one name and type. */
export type RecordSet = {
  /** Relative to the zone: `@` for the apex, `www`, `*.shop`. Lower case, escaped as in RFC 1035 section 5.1. */
  name: string;
  type: string;
  ttlSeconds: number;
  /** In the canonical presentation form of `normalizeValue`. */
  values: string[];
};

/** A record set of a zone file, with its place there. */
export type ParsedRecordSet = RecordSet & {
  /** The comments at the end of its lines, or null. */
  comment: string | null;
  tags: string[];
  /** Where its first record begins, counted from 1. */
  line: number;
  column: number;
  /** The line of each value. */
  valueLines: number[];
};

export type ZoneFileProblem = {
  /** Counted from 1. */
  line: number;
  column: number;
  code: string;
  message: string;
};

export type ZoneFile = {
  recordSets: ParsedRecordSet[];
  /** Mistakes; the records that have them are left out of `recordSets`. */
  problems: ZoneFileProblem[];
  warnings: ZoneFileProblem[];
};
