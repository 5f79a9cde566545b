import {
  checkRecordSets,
  normalizeOwner,
  normalizeValue,
  type RecordSet,
  recordTypes,
} from "../src/index.ts";
import type { Random } from "./random.ts";
import { randomName, randomValue } from "./random-values.ts";

export const origin = "example.com";

const apex: RecordSet[] = [
  {
    name: "@",
    type: "SOA",
    ttlSeconds: 3600,
    values: ["ns1.example.net. hostmaster.example.com. 1 10800 3600 604800 300"],
  },
  { name: "@", type: "NS", ttlSeconds: 3600, values: ["ns1.example.net.", "ns2.example.net."] },
];

/** Types that a person adds to a zone. */
export const ownTypes: readonly string[] = Object.entries(recordTypes)
  .filter(([type, { isOfSigner }]) => !isOfSigner && type !== "SOA")
  .map(([type]) => type);

/** Few names, so that records meet at a name, below a delegation or below an alias. */
const commonNames = ["@", "www", "sub", "a.sub", "old", "x.old", "*", "*.sub", "mail", "ns", "_sip._tcp"];

function randomOwner(random: Random): string {
  const owner = normalizeOwner(random.chance(60) ? random.pick(commonNames) : randomName(random), origin);
  return owner.ok ? owner.name : "www";
}

const ofName = ["CNAME", "DNAME", "NS"];

function randomSet(random: Random): RecordSet {
  const type = random.chance(15) ? random.pick(ofName) : random.pick(ownTypes);
  const values = random.list(1, 3, () => {
    const value =
      ofName.includes(type) && random.chance(50) ? random.pick(commonNames) : randomValue(random, type);
    const normalized = normalizeValue(type, value, origin);
    if (!normalized.ok) {
      throw new Error(`${type} ${value}: ${normalized.message}`);
    }
    return normalized.value;
  });
  const ttlSeconds = random.pick([0, 60, 3600, 2 ** 31 - 1]);
  return { name: randomOwner(random), type, ttlSeconds, values: [...new Set(values)] };
}

/** A zone in which we find no error: record sets with one are removed. */
export function randomZone(random: Random): RecordSet[] {
  const added = random.list(1, 25, () => randomSet(random));
  const unique = new Map(added.map((recordSet) => [`${recordSet.name} ${recordSet.type}`, recordSet]));
  unique.delete("@ NS");
  let zone = [...apex, ...unique.values()];
  for (;;) {
    const wrong = new Set(
      checkRecordSets(zone, origin, { isWholeZone: true })
        .filter(({ severity }) => severity === "error")
        .map(({ name, type }) => `${name} ${type}`),
    );
    if (wrong.size === 0) {
      return zone;
    }
    zone = zone.filter(({ name, type }) => !wrong.has(`${name} ${type}`));
  }
}
