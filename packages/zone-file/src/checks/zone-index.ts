import { isWithin, type Labels, parseAbsolute, printRelative } from "../names.ts";
import { readEntries } from "../tokens.ts";
import type { RecordSet } from "../types.ts";

/** A relative name's labels in presentation form, from left to right; none for `@`. */
export function splitName(name: string): string[] {
  return name === "@" ? [] : (name.match(/(?:\\\d{3}|\\.|[^.\\])+/gs) ?? []);
}

const joinLabels = (labels: readonly string[]) => (labels.length === 0 ? "@" : labels.join("."));

/** The fields of a canonical value, without quotation marks. */
export function fieldsOf(value: string): string[] {
  const [entry] = [...readEntries(value)];
  return (entry?.tokens ?? []).map((token) => token.raw);
}

/** The record sets of a zone by name and type. */
export class ZoneIndex {
  readonly recordSets: readonly RecordSet[];
  readonly #zone: Labels;
  readonly #byName = new Map<string, Map<string, RecordSet>>();
  /** Names without records that have names below them (empty non-terminals), and the apex. */
  readonly #ancestors = new Set<string>(["@"]);

  constructor(recordSets: readonly RecordSet[], origin: string) {
    this.recordSets = recordSets;
    this.#zone = parseAbsolute(origin);
    for (const recordSet of recordSets) {
      const types = this.#byName.get(recordSet.name) ?? new Map<string, RecordSet>();
      types.set(recordSet.type, recordSet);
      this.#byName.set(recordSet.name, types);
      for (const ancestor of this.ancestors(recordSet.name)) {
        this.#ancestors.add(ancestor);
      }
    }
  }

  /** From the parent up to the apex. */
  ancestors(name: string): string[] {
    const labels = splitName(name);
    return labels.map((_, index) => joinLabels(labels.slice(index + 1)));
  }

  at(name: string): RecordSet[] {
    return [...(this.#byName.get(name)?.values() ?? [])];
  }

  find(name: string, type: string): RecordSet | undefined {
    return this.#byName.get(name)?.get(type);
  }

  /** Like an answer: the records of the name, or those of the wildcard that covers it. */
  resolve(name: string): RecordSet[] {
    if (this.#byName.has(name) || this.#ancestors.has(name)) {
      return this.at(name);
    }
    const encloser = this.ancestors(name).find(
      (ancestor) => this.#byName.has(ancestor) || this.#ancestors.has(ancestor),
    );
    return encloser === undefined ? [] : this.at(encloser === "@" ? "*" : `*.${encloser}`);
  }

  /** The name where the zone is delegated at or above this name. */
  delegationOf(name: string): string | undefined {
    return [name, ...this.ancestors(name)].findLast((each) => each !== "@" && this.find(each, "NS"));
  }

  /** An absolute name relative to the zone; undefined if it is outside. */
  relative(target: string): string | undefined {
    const labels = parseAbsolute(target);
    return isWithin(labels, this.#zone) ? printRelative(labels, this.#zone) : undefined;
  }
}
