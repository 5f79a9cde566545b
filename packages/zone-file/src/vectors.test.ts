import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkRecordSets, type ParsedRecordSet, parseZoneFile, printZoneFile } from "./index.ts";

const folder = new URL("../../../../shared/data/dns-zones/", import.meta.url);
const isPresent = existsSync(folder);

type Vector = { file: string; origin: string; consensus: "both accept" | "both refuse" | "differ" };

const vectors: Vector[] = isPresent
  ? JSON.parse(readFileSync(new URL("verdicts.json", folder), "utf8")).vectors
  : [];

function judge({ file, origin }: Vector) {
  const zone = parseZoneFile(readFileSync(new URL(file, folder), "utf8"), { origin });
  const findings = checkRecordSets(zone.recordSets, origin, { isWholeZone: true });
  const errors = findings.filter(({ severity }) => severity === "error");
  return {
    ...zone,
    errors,
    refusals: [...zone.problems, ...errors].map(({ code }) => code),
    warnings: [...zone.warnings, ...findings].map(({ code }) => code),
  };
}

/** Servers accept these, although they are mistakes. README.md lists them. */
const refusedMistakes: Record<string, string[]> = {
  "zones/cname-loop.zone": ["cname_loop", "cname_loop"],
  "zones/ds-without-ns.zone": ["ds_without_ns"],
  "zones/tlsa-short.zone": ["certificate_data_length"],
  "zones/ttl-over.zone": ["ttl"],
};

const warnedMistakes: Record<string, string> = {
  "zones/https-alias-params.zone": "alias_with_parameters",
  "zones/mx-is-address.zone": "mx_is_address",
  "zones/naptr-flags.zone": "naptr_flags",
  "zones/null-mx-plus-mx.zone": "null_mx_with_others",
  "zones/srv-cname.zone": "srv_is_cname",
  "zones/ttl-differs.zone": "ttl_differs",
};

/** The refusal where BIND and Knot differ, or undefined for a file that is accepted. */
const ownChoices: Record<string, string | undefined> = {
  "zones/caa-tag-empty.zone": "caa_tag",
  "zones/caa-tag.zone": "caa_tag",
  "zones/crlf.zone": undefined,
  "zones/dname-below.zone": "below_dname",
  "zones/ds-at-apex.zone": "ds_at_apex",
  "zones/escape-256.zone": "escape",
  "zones/generate-hex.zone": undefined,
  "zones/generate-step.zone": undefined,
  "zones/generate.zone": undefined,
  "zones/glue-missing.zone": "glue_missing",
  "zones/https-no-default-alpn.zone": "svc_no_default_alpn",
  "zones/nasty.zone": undefined,
  "zones/ns-is-address.zone": "ns_is_address",
  "zones/origin-relative.zone": undefined,
  "zones/rfc3597-a-len.zone": "data_length",
  "zones/soa-at-rname.zone": undefined,
  "zones/sshfp-short.zone": "digest_length",
  "zones/svcb-dohpath.zone": undefined,
  "zones/two-soa.zone": "several_soa",
  "zones/txt-256.zone": "string_length",
  "zones/txt-utf8.zone": undefined,
  "zones/uri-unquoted.zone": undefined,
  "zones/utf8-label.zone": "not_ascii",
  "zones/wildcard-ns.zone": "wildcard_ns",
  "zones/wks.zone": "unknown_type",
};

/** Without a record that it could point at. */
const aboutTheWholeFile = ["zones/no-soa.zone", "zones/no-ns.zone", "zones/empty-file.zone"];

const filesOf = (consensus: Vector["consensus"]) =>
  vectors.filter((vector) => vector.consensus === consensus);

describe("zone files with the verdicts of BIND and Knot", () => {
  it.skipIf(!isPresent)(
    "refuses each file that both refuse, with its line (skipped if they are missing)",
    () => {
      for (const vector of filesOf("both refuse")) {
        const { problems, errors, recordSets, refusals } = judge(vector);
        const places = errors.map(({ name, type }) =>
          recordSets.find((recordSet) => recordSet.name === name && recordSet.type === type),
        );
        const lines = [...problems, ...places].map((place) => place?.line);
        const hasLines = aboutTheWholeFile.includes(vector.file) || lines.every((line) => line! > 0);
        expect({ vector, isRefused: refusals.length > 0, hasLines }).toEqual({
          vector,
          isRefused: true,
          hasLines: true,
        });
      }
    },
  );

  it.skipIf(!isPresent)(
    "accepts each file that both accept, or names its mistake (skipped if they are missing)",
    () => {
      for (const { file, ...vector } of filesOf("both accept")) {
        const { refusals, warnings } = judge({ file, ...vector });
        expect({ file, refusals }).toEqual({ file, refusals: refusedMistakes[file] ?? [] });
        expect(warnings).toEqual(expect.arrayContaining([warnedMistakes[file] ?? []].flat()));
      }
    },
  );

  it.skipIf(!isPresent)(
    "treats each file on which they differ as documented (skipped if they are missing)",
    () => {
      for (const vector of filesOf("differ")) {
        const { file } = vector;
        const refusals = [ownChoices[file] ?? []].flat();
        expect({ file, isListed: file in ownChoices }).toEqual({ file, isListed: true });
        expect({ file, refusals: judge(vector).refusals }).toEqual({ file, refusals });
      }
    },
  );

  it.skipIf(!isPresent)(
    "reads the same from what it prints of each file (skipped if they are missing)",
    () => {
      for (const vector of vectors) {
        const { recordSets } = judge(vector);
        const again = parseZoneFile(printZoneFile(recordSets, vector), vector);
        expect({ file: vector.file, problems: again.problems }).toEqual({ file: vector.file, problems: [] });
        expect(withoutPlaces(again.recordSets)).toEqual(withoutPlaces(recordSets));
      }
    },
  );
});

const withoutPlaces = (recordSets: ParsedRecordSet[]) =>
  recordSets
    .map(({ line: _line, column: _column, valueLines: _lines, ...recordSet }) => recordSet)
    .sort((one, other) => (`${one.name} ${one.type}` < `${other.name} ${other.type}` ? -1 : 1));
