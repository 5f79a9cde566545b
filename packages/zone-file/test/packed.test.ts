import { expect, it } from "vitest";
import { describePackedPackage, eachRelease } from "../../../testing/packed-package.ts";

const consumer = `
  import { checkRecordSets, normalizeValue, parseZoneFile, printZoneFile, type RecordSet } from "@zonepost/zone-file";
  const { recordSets, problems } = parseZoneFile("", { origin: "example.com" });
  export const sets: RecordSet[] = recordSets;
  export const lines: number[] = problems.map(({ line }) => line);
  export const text: string = printZoneFile([{ ...sets[0]!, comment: null }], { origin: "example.com" });
  const normalized = normalizeValue("A", "192.0.2.1", "example.com");
  export const data: Uint8Array = normalized.ok ? normalized.data : new Uint8Array();
  export const errors = checkRecordSets(sets, "example.com").filter(({ severity }) => severity === "error");
  // @ts-expect-error: a result has a message only if it isn't ok
  console.log(normalized.message);`;

describePackedPackage({ name: "zone-file", imports: [], consumer }, (get) => {
  it.each(eachRelease)("prints what the README shows under Node $release", async ({ release }) => {
    const [example = ""] = get().examples("js");
    const [expected = ""] = get().examples("text");
    const { stdout } = await get().run("example.js", example, { release });
    expect(stdout.trim()).toBe(expected.trim());
  });
});
