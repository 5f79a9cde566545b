import { isWithin, type Labels, parseAbsolute, printRelative } from "../names.ts";
import { readEntries } from "../tokens.ts";
import type { RecordSet } from "../types.ts";

/** The name one label up, relative to the zone; undefined for the apex. */
function parentOf(name: string): string | undefined {
  if (name === "@") {
    return undefined;
  }
  const [label = ""] = /^(?:\\\d{3}|\\.|[^.\\])*/s.exec(name) ?? [];
  return name.slice(label.length + 1) || "@";
}

/** The fields of a canonical value, without quotation marks. */
export function fieldsOf(value: string): string[] {
  const [entry] = [...readEntries(value)];
  return (entry?.tokens ?? []).map((token) => token.raw);
}

/** Remembers a result for each name, since thousands of deep names may share their ancestors. */
function remember<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) {
      known.set(name, find(name));
    }
    return known.get(name) as T;
  };
}

/** The record sets of a zone by name and type. */
export class ZoneIndex {
  readonly recordSets: readonly RecordSet[];
  readonly #zone: Labels;
  readonly #byName = new Map<string, Map<string, RecordSet>>();
  /** Names with records and those above them, which exist too (empty non-terminals), and the apex. */
  readonly #existing = new Set<string>(["@"]);

  constructor(recordSets: readonly RecordSet[], origin: string) {
    this.recordSets = recordSets;
    this.#zone = parseAbsolute(origin);
    for (const recordSet of recordSets) {
      const types = this.#byName.get(recordSet.name) ?? new Map<string, RecordSet>();
      types.set(recordSet.type, recordSet);
      this.#byName.set(recordSet.name, types);
      let name: string | undefined = recordSet.name;
      while (name !== undefined && !this.#existing.has(name)) {
        this.#existing.add(name);
        name = parentOf(name);
      }
    }
  }

  at(name: string): RecordSet[] {
    return [...(this.#byName.get(name)?.values() ?? [])];
  }

  find(name: string, type: string): RecordSet | undefined {
    return this.#byName.get(name)?.get(type);
  }

  /** Like an answer: the records of the name, or those of the wildcard that covers it. */
  resolve(name: string): RecordSet[] {
    const encloser = this.#closestEncloser(name);
    return this.at(encloser === name ? name : encloser === "@" ? "*" : `*.${encloser}`);
  }

  /** The name itself, or else the closest one above it that exists. */
  readonly #closestEncloser: (name: string) => string = remember((name) =>
    this.#existing.has(name) ? name : this.#closestEncloser(parentOf(name) ?? "@"),
  );

  /** The name at or above this name where the zone is delegated. */
  readonly delegationOf: (name: string) => string | undefined = remember((name) => {
    const parent = parentOf(name);
    if (parent === undefined) {
      return undefined;
    }
    return this.delegationOf(parent) ?? (this.find(name, "NS") ? name : undefined);
  });

  /** The closest name above this name that has a DNAME record. */
  readonly dnameAbove: (name: string) => string | undefined = remember((name) => {
    const parent = parentOf(name);
    if (parent === undefined || this.find(parent, "DNAME")) {
      return parent;
    }
    return this.dnameAbove(parent);
  });

  /** An absolute name relative to the zone; undefined if it is outside. */
  readonly relative: (target: string) => string | undefined = remember((target) => {
    const labels = parseAbsolute(target);
    return isWithin(labels, this.#zone) ? printRelative(labels, this.#zone) : undefined;
  });
}
