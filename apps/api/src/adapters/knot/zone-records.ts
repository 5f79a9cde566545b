import { normalizeValue } from "@zonepost/zone-file";
import { type ServedRecordSet, type ServedZone, ZoneServerError } from "../../modules/dns/ports.ts";
import type { ControlItems } from "./control-units.ts";

/** The types of records that the signer owns. A DS record belongs to the zone's content: it delegates. */
const signerTypes = new Set(["DNSKEY", "RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "CDS", "CDNSKEY"]);

/** All records of a zone, by the set's key. */
export type ZoneRecords = {
  soa: { ttl: string; data: string } | undefined;
  content: Map<string, ServedRecordSet>;
  /** The owners and types of what the signer has added. */
  signatures: { owner: string; type: string }[];
};

const isSignerType = (type: string): boolean => signerTypes.has(type);

const keyOf = ({ name, type }: { name: string; type: string }): string =>
  `${name.toLowerCase()} ${type.toUpperCase()}`;

/** The name that the port uses, relative to the zone. */
function relativeName(owner: string, zone: string): string {
  return owner === `${zone}.` ? "@" : owner.slice(0, -zone.length - 2);
}

export function recordsOf(lines: readonly ControlItems[], zone: string): ZoneRecords {
  const records: ZoneRecords = { soa: undefined, content: new Map(), signatures: [] };
  const values = new Map<string, string[]>();
  const signed = new Set<string>();
  for (const { owner = "", type = "", ttl = "0", data = "" } of lines) {
    const name = relativeName(owner, zone);
    const key = keyOf({ name, type });
    if (type === "SOA") {
      records.soa = { ttl, data };
    } else if (isSignerType(type)) {
      if (!signed.has(key)) {
        signed.add(key);
        records.signatures.push({ owner, type });
      }
    } else {
      const known = values.get(key);
      if (known) {
        known.push(data);
      } else {
        const first = [data];
        values.set(key, first);
        records.content.set(key, { name, type, ttlSeconds: Number(ttl), values: first });
      }
    }
  }
  return records;
}

/** The zone as the port shows it; null for one that has no content yet. */
export function servedZone(records: ZoneRecords): ServedZone | null {
  return records.soa === undefined
    ? null
    : { serial: serialOf(records.soa.data), recordSets: [...records.content.values()] };
}

/** In the data of an SOA record: primary host, mailbox, serial, and the four times. */
const serialField = 2;
export const serialOf = (soa: string): number => Number(soa.split(" ")[serialField]);

/** Whether two SOA records differ in more than their serial. */
export function isOtherSoa(one: string, other: string): boolean {
  const rest = (soa: string) => soa.toLowerCase().split(" ").toSpliced(serialField, 1).join(" ");
  return rest(one) !== rest(other);
}

/** The wanted sets by key. Rejects what the server would accept and never serve, or merge. */
export function wantedSets(recordSets: readonly ServedRecordSet[]): Map<string, ServedRecordSet> {
  const wanted = new Map<string, ServedRecordSet>();
  for (const set of recordSets) {
    const key = keyOf(set);
    const type = set.type.toUpperCase();
    if (isSignerType(type) || type === "SOA") {
      throw new ZoneServerError("refused", `${set.name} ${type}: the nameserver makes these records itself.`);
    }
    if (wanted.has(key) || set.values.length === 0) {
      throw new ZoneServerError(
        "refused",
        `${set.name} ${type}: one set with at least one value is expected.`,
      );
    }
    wanted.set(key, set);
  }
  return wanted;
}

/** The server writes some data in another form than we do, such as names with capital letters. */
function normalForm(type: string, data: string): string {
  const normalized = normalizeValue(type, data, ".");
  return normalized.ok ? normalized.value : data;
}

/** One line for each value, the same for all ways to write it. */
const linesOf = ({ name, type, ttlSeconds, values }: ServedRecordSet): string[] => [
  ...new Set(values.map((value) => `${keyOf({ name, type })} ${ttlSeconds} ${normalForm(type, value)}`)),
];

function isSameSet(one: ServedRecordSet | undefined, other: ServedRecordSet): boolean {
  if (!one) {
    return false;
  }
  const [left, right] = [linesOf(one).sort(), linesOf(other).sort()];
  return left.length === right.length && left.every((line, at) => line === right[at]);
}

export type SetChange = { before: ServedRecordSet | undefined; after: ServedRecordSet | undefined };

export function changesBetween(
  served: ReadonlyMap<string, ServedRecordSet>,
  wanted: ReadonlyMap<string, ServedRecordSet>,
): SetChange[] {
  const removed = [...served]
    .filter(([key]) => !wanted.has(key))
    .map(([, before]) => ({ before, after: undefined }));
  const set = [...wanted]
    .map(([key, after]) => ({ before: served.get(key), after }))
    .filter(({ before, after }) => !isSameSet(before, after));
  return [...removed, ...set];
}

/** The diff as the server should print it: each removed line with `-`, each added one with `+`. */
export function expectedDiff(changes: readonly SetChange[]): Set<string> {
  const lines = new Set<string>();
  for (const { before, after } of changes) {
    const old = new Set(before ? linesOf(before) : []);
    const now = new Set(after ? linesOf(after) : []);
    for (const line of now) {
      old.delete(line) || lines.add(`+${line}`);
    }
    for (const line of old) {
      lines.add(`-${line}`);
    }
  }
  return lines;
}

/** Lines that only one of the two has. */
export const differenceOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [
  ...[...one].filter((line) => !other.has(line)),
  ...[...other].filter((line) => !one.has(line)),
];

/** The server's diff in the same form, without what it says of the SOA record and the signer's. */
export function serverDiff(lines: readonly ControlItems[], zone: string): Set<string> {
  return new Set(
    lines
      .filter(({ type = "" }) => type !== "SOA" && !isSignerType(type))
      .flatMap(({ flags = "", owner = "", type = "", ttl = "", data = "" }) =>
        linesOf({ name: relativeName(owner, zone), type, ttlSeconds: Number(ttl), values: [data] }).map(
          (line) => `${flags}${line}`,
        ),
      ),
  );
}
