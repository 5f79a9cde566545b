import { type DsRecord, dnssecAlgorithms, dsDigestTypes, type Warning } from "@zonepost/schema";

const dayMs = 86_400_000;

/** Days before the paid period ends at which notice is given, outermost first; 0 is the end itself. */
export const noticeWindowsDays = [30, 15, 7, 1, 0] as const;
export type NoticeWindowDays = (typeof noticeWindowsDays)[number];

const noticeMoment = (paidUntil: Date, windowDays: number) => paidUntil.getTime() - windowDays * dayMs;

/** The innermost window that contains `now`: the only notice worth giving. */
export function currentNoticeWindow(paidUntil: Date, now: Date): NoticeWindowDays | undefined {
  return noticeWindowsDays.findLast((days) => noticeMoment(paidUntil, days) <= now.getTime());
}

/** Null after the last notice. */
export function nextNoticeAt(paidUntil: Date, now: Date): Date | null {
  const next = noticeWindowsDays.find((days) => noticeMoment(paidUntil, days) > now.getTime());
  return next === undefined ? null : new Date(noticeMoment(paidUntil, next));
}

export function isSameDsRecord(one: DsRecord, other: DsRecord): boolean {
  return (
    one.keyTag === other.keyTag &&
    one.algorithm === other.algorithm &&
    one.digestType === other.digestType &&
    one.digest.toUpperCase() === other.digest.toUpperCase()
  );
}

export type SetDifference<Item> = { added: Item[]; removed: Item[] };

export function dsRecordDifference(before: DsRecord[], after: DsRecord[]): SetDifference<DsRecord> {
  return {
    added: after.filter((ds) => !before.some((other) => isSameDsRecord(ds, other))),
    removed: before.filter((ds) => !after.some((other) => isSameDsRecord(ds, other))),
  };
}

const inOrder = (names: string[]) => [...new Set(names.map((name) => name.toLowerCase()))].sort();

/** Ignores order, repetition and case, as DNS and EPP do. */
export function isSameSet(before: string[], after: string[]): boolean {
  return inOrder(before).join(" ") === inOrder(after).join(" ");
}

type Glue = readonly { host: string; addresses: string[] }[];

export const hasSameGlue = (before: Glue, after: Glue): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

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

/** A twelfth of the yearly price, rounded up; null if the name isn't available. */
export function monthlyPriceCents(availability: {
  available: boolean;
  registerYearCents: number | null;
}): number {
  return availability.available ? Math.ceil((availability.registerYearCents ?? 0) / 12) : 0;
}

/** Undefined unless the name has exactly one label below its TLD. */
export function splitRegistrableName(name: string): { label: string; tld: string } | undefined {
  const [label, tld, ...more] = name.split(".");
  return label && tld && more.length === 0 ? { label, tld } : undefined;
}
