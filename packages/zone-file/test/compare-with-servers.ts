import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { parseZoneFile, printZoneFile, type RecordSet } from "../src/index.ts";
import { Random } from "./random.ts";
import { mutate, randomValue } from "./random-values.ts";
import { origin, ownTypes, randomZone } from "./random-zone.ts";

/** BIND and Knot check a zone file in a temporary folder. */
class Servers implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "zone-file-"));
  readonly #file = join(this.#folder, "example.com.zone");

  /** What BIND has against the file, if it refuses it, and the zone as it prints it. */
  named(text: string): { problem: string | undefined; dump: string } {
    writeFileSync(this.#file, text);
    const options = ["-i", "local", "-k", "ignore", "-D", "-o", "-"];
    const { status, stdout, stderr } = spawnSync("named-checkzone", [...options, origin, this.#file], {
      encoding: "utf8",
    });
    return { problem: status === 0 ? undefined : `named-checkzone: ${stderr}`, dump: stdout };
  }

  knot(text: string): string | undefined {
    writeFileSync(this.#file, text);
    const { status, stdout, stderr } = spawnSync("kzonecheck", ["-v", "-o", origin, this.#file], {
      encoding: "utf8",
    });
    return status === 0 ? undefined : `kzonecheck: ${stdout}${stderr}`;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}

export const hasServers: boolean = ["named-checkzone", "kzonecheck"].every(
  (program) => spawnSync(program, ["-h"]).error === undefined,
);

const inOrder = (recordSets: readonly RecordSet[]) =>
  recordSets
    .map(({ name, type, ttlSeconds, values }) => ({ name, type, ttlSeconds, values: [...values].sort() }))
    .sort((one, other) => (`${one.name} ${one.type}` < `${other.name} ${other.type}` ? -1 : 1));

/**
 * Random zones without an error: we read the same from our export, BIND and Knot accept it, and we read the same from
 * BIND's own print of it. Returns the number of record sets.
 */
export function compareZones(seed: number, count: number): number {
  using servers = new Servers();
  const random = new Random(seed);
  let sets = 0;
  for (let index = 0; index < count; index++) {
    const zone = randomZone(random);
    sets += zone.length;
    const text = printZoneFile(zone, { origin });
    const again = parseZoneFile(text, { origin });
    expect(again.problems).toEqual([]);
    expect(inOrder(again.recordSets)).toEqual(inOrder(zone));
    const { problem, dump } = servers.named(text);
    expect({ seed, index, text, problem: problem ?? servers.knot(text) }).toMatchObject({
      problem: undefined,
    });
    expect(inOrder(parseZoneFile(dump, { origin }).recordSets)).toEqual(inOrder(zone));
  }
  return sets;
}

/** Values with a mistake: those that both servers refuse, we refuse too. Returns how many we accept and refuse. */
export function compareMistakes(seed: number, count: number): { accepted: number; refused: number } {
  using servers = new Servers();
  const random = new Random(seed);
  const apex = `$ORIGIN ${origin}.\n$TTL 3600\n@ SOA ns1.example.net. h 1 2 3 4 5\n@ NS ns1.example.net.\n`;
  let accepted = 0;
  for (let index = 0; index < count; index++) {
    const type = random.pick(ownTypes);
    const record = `x.y ${type} ${mutate(random, randomValue(random, type))}\n`;
    if (parseZoneFile(apex + record, { origin }).problems.length === 0) {
      accepted++;
      const nameserver = type === "DS" ? "x.y NS ns.example.net.\n" : "";
      const text = apex + record + nameserver;
      // In an NS record, checkRecordSets finds what the parser accepts: missing glue, for example.
      const problem = type === "NS" ? undefined : servers.named(text).problem;
      const problems = [problem, problem && servers.knot(text)];
      const isRefusedByBoth = !problems.includes(undefined);
      expect({ seed, index, record, problems, isRefusedByBoth }).toMatchObject({ isRefusedByBoth: false });
    }
  }
  return { accepted, refused: count - accepted };
}
