import {
  defaultTtlSeconds,
  maxTtlSeconds,
  minTtlSeconds,
  recordSetLimit,
  type ZoneImportResult,
} from "@zonepost/schema";
import { type ParsedRecordSet, parseZoneFile, type ZoneFileProblem } from "@zonepost/zone-file";
import { type FieldError, invalid } from "../../../kernel/errors.ts";
import type { Edit } from "./policies/read-changes-policy.ts";
import { refusalOf } from "./policies/refused-types-policy.ts";

type Skipped = ZoneImportResult["skipped"][number];
type FileWarning = ZoneImportResult["warnings"][number];

/** Each mistake of a file is one error, so that a list of them stays readable. */
const problemLimit = 50;
const pointer = "/zoneFile";

/** The record sets of a zone file as edits; throws with line and column of each mistake. */
export function readZoneFile(
  zoneFile: string,
  zoneName: string,
): { edits: Edit[]; skipped: Skipped[]; warnings: FileWarning[] } {
  const { recordSets, problems } = parseZoneFile(zoneFile, {
    origin: zoneName,
    // For pasted lines, which rarely begin with one.
    defaultTtlSeconds,
    // With those that are skipped.
    maxRecords: 10 * recordSetLimit,
    maxProblems: problemLimit,
  });
  if (problems.length > 0) {
    throw invalid(problems.map(describe));
  }
  const skipped: Skipped[] = [];
  const warnings: FileWarning[] = [];
  const edits: Edit[] = [];
  for (const set of recordSets) {
    const reason = refusalOf(set);
    if (reason) {
      skipped.push({ line: set.line, reason: `${set.name} ${set.type}: ${reason}` });
      continue;
    }
    const ttlSeconds = Math.min(Math.max(set.ttlSeconds, minTtlSeconds), maxTtlSeconds);
    if (ttlSeconds !== set.ttlSeconds) {
      warnings.push(changedTtl(set, ttlSeconds));
    }
    edits.push({ name: set.name, type: set.type, wanted: wantedOf(set, ttlSeconds), pointer });
  }
  return { edits, skipped, warnings };
}

const describe = ({ line, column, message }: ZoneFileProblem): FieldError => ({
  pointer,
  message: `Line ${line}, column ${column}: ${message}`,
});

/** A file that says nothing about comments and tags leaves those of the zone alone. */
const wantedOf = ({ values, comment, tags }: ParsedRecordSet, ttlSeconds: number) => ({
  values,
  ttlSeconds,
  ...(comment === null ? {} : { comment }),
  ...(tags.length === 0 ? {} : { tags }),
});

const changedTtl = (set: ParsedRecordSet, ttlSeconds: number): FileWarning => ({
  code: "ttl_changed",
  name: set.name,
  type: set.type,
  message: `The TTL of ${set.ttlSeconds} seconds becomes ${ttlSeconds}.`,
});
