import type { MailZoneRecord } from "@zonepost/schema";
import type { NameserverRecords } from "../../model/read-records.ts";
import type { ExpectedRecord } from "../../zone-records/policies/expected-records-policy.ts";
import { isSpf } from "../../zone-records/policies/spf-mechanism-policy.ts";
import { type Answers, type JudgedDomain, judgeRecords, questionOf } from "./dns-records-policy.ts";

type PresentSet = { name: string; type: string; values: readonly string[] };

/** A set in the zone that mail wants, as the dns module describes it; `texts` are the values as receivers read them. */
export type HostedSet = {
  state: MailZoneRecord["state"];
  present: readonly PresentSet[];
  texts: readonly string[];
  isReplaceable: boolean;
};

export type HostedZone = {
  /** By `questionOf`. */
  sets: ReadonlyMap<string, HostedSet>;
  /** The domain's own TXT records. */
  texts: readonly string[];
};

/** What a zone here has of each expected record, in the same order. */
export function describeHosted(
  domain: Omit<JudgedDomain, "hasNameservers" | "spfCounts">,
  expected: readonly ExpectedRecord[],
  zone: HostedZone,
): MailZoneRecord[] {
  const judged = { ...domain, hasNameservers: true, spfCounts: new Map() };
  const works = new Set(
    judgeRecords(judged, expected, answersOf(domain.domainName, zone))
      .map((record, index) => (record.status === "ok" ? index : -1))
      .filter((index) => index >= 0),
  );
  return expected.map((record, index) => {
    if (record.purpose === "spf") {
      return describeSpf(record, zone, works.has(index));
    }
    const set = zone.sets.get(questionOf(record));
    if (!set) {
      return { state: "missing", present: [], replaceable: true };
    }
    const present = set.present.map(({ name, type, values }) => ({ name, type, values: [...values] }));
    // A policy of people that is stricter than ours, for example, does the job too.
    const state = set.state === "conflict" && works.has(index) ? "unmanaged" : set.state;
    return { state, present, replaceable: set.isReplaceable };
  });
}

function describeSpf({ name, type }: ExpectedRecord, { texts }: HostedZone, works: boolean): MailZoneRecord {
  const records = texts.filter(isSpf);
  return {
    state: records.length === 0 ? "missing" : works ? "unmanaged" : "conflict",
    present: records.length === 0 ? [] : [{ name, type, values: records }],
    replaceable: true,
  };
}

/** The zone as a nameserver that answers from it. */
function answersOf(domainName: string, { sets, texts }: HostedZone): Answers {
  const answer = (values: readonly string[]): NameserverRecords[] => [
    { nameserver: "", kind: "answered", values: [...values], alias: null },
  ];
  return new Map([
    ...[...sets].map(([question, set]) => {
      const [type = ""] = question.split(" ");
      const own = set.present.filter((present) => present.type === type);
      const values = type === "TXT" ? set.texts : own.flatMap((present) => present.values.map(withoutDot));
      return [question, answer(values)] as const;
    }),
    [questionOf({ type: "TXT", name: domainName }), answer(texts)] as const,
  ]);
}

const withoutDot = (value: string): string =>
  value.endsWith(" .") ? value : value.replace(/\.$/, "").toLowerCase();
