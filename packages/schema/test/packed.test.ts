import { expect, it } from "vitest";
import { describePackedPackage, eachRelease } from "../../../testing/packed-package.ts";

const consumer = `
  import { parseEvent, type ZonepostEvent } from "@zonepost/schema";
  import type { Domain } from "@zonepost/schema/domains";
  import { parseEvent as parse } from "@zonepost/schema/events";
  const event: ZonepostEvent = parse === parseEvent ? parseEvent("") : parse(new Uint8Array());
  export const keyTag: number = event.type === "domain.dnssec_enabled" ? event.data.dsRecord.keyTag : 0;
  export const nameOf = (domain: Domain): string => domain.name;
  // @ts-expect-error: an event's data depends on its type
  export const unknown = event.data.dsRecord;`;

// zod's declarations use `URL`, which is declared by Node's or the DOM's types.
const settings = { name: "schema", imports: ["zod"], peers: ["zod"], types: ["node"], consumer };

describePackedPackage(settings, (get) => {
  it.each(eachRelease)("runs its README's examples as pasted under Node $release", async ({ release }) => {
    const { examples, run } = get();
    const printed: string[] = [];
    for (const example of examples("js")) {
      printed.push((await run("example.js", example, { release })).stdout);
    }
    expect(printed).toHaveLength(3);
    expect(printed[0]).toBe("example.com 55648\n");
    expect(printed[1]).toContain("keyTag: Enter a number from 0 to 65535.");
    expect(printed[2]).toContain("B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17");
  });
});
