import { type DsRecord, dnssecAlgorithms, dsDigestTypes, type Warning } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";

export function isSameDsRecord(one: DsRecord, other: DsRecord): boolean {
  return (
    one.keyTag === other.keyTag &&
    one.algorithm === other.algorithm &&
    one.digestType === other.digestType &&
    one.digest.toUpperCase() === other.digest.toUpperCase()
  );
}

/** Problems of records whose digest type the registry doesn't publish. `pointerOf` points at a record. */
export const digestTypeProblems = (
  { tld, digestTypes }: { tld: string; digestTypes: readonly number[] },
  dsRecords: readonly DsRecord[],
  pointerOf: (index: number) => string,
): FieldError[] =>
  dsRecords.flatMap(({ digestType }, index) =>
    digestTypes.includes(digestType)
      ? []
      : [
          {
            pointer: `${pointerOf(index)}/digestType`,
            message: `The .${tld} registry publishes the digest types ${digestTypes.join(", ")}.`,
          },
        ],
  );

export type SetDifference<Item> = { added: Item[]; removed: Item[] };

export function dsRecordDifference(before: DsRecord[], after: DsRecord[]): SetDifference<DsRecord> {
  return {
    added: after.filter((ds) => !before.some((other) => isSameDsRecord(ds, other))),
    removed: before.filter((ds) => !after.some((other) => isSameDsRecord(ds, other))),
  };
}

export function describeDsRecord(ds: DsRecord): string {
  const algorithm =
    dnssecAlgorithms.find((row) => row.number === ds.algorithm)?.name ?? `algorithm ${ds.algorithm}`;
  const digest =
    dsDigestTypes.find((row) => row.number === ds.digestType)?.name ?? `digest type ${ds.digestType}`;
  return `DS record ${ds.keyTag} (${algorithm}, ${digest})`;
}

export function dsRecordWarnings(ds: DsRecord): Warning[] {
  const warnings: Warning[] = [];
  const algorithm = dnssecAlgorithms.find((row) => row.number === ds.algorithm);
  if (algorithm?.publish === "discouraged") {
    warnings.push({
      code: "algorithm_discouraged",
      message: `${algorithm.name} is not recommended for new keys (RFC 9904). Use ECDSAP256SHA256 instead.`,
    });
  }
  if (/^0+$/.test(ds.digest)) {
    warnings.push({
      code: "digest_all_zero",
      message: "A digest of zeros matches no key, so resolvers can't validate this zone.",
    });
  }
  return warnings;
}
