import { open, rename } from "node:fs/promises";
import path from "node:path";
import { type Delegation, ttlSeconds } from "./delegations.ts";

/** RFC 2308: the TTL of negative responses, as short as the others in a sandbox. */
const minimumSeconds = 1;
/** Never queried, since resolvers are configured with the zones' addresses. */
const server = "ns.registry.invalid.";

const zoneHead = (tld: string) =>
  [
    `${tld}. ${ttlSeconds} IN SOA ${server} hostmaster.registry.invalid. 1 3600 600 604800 ${minimumSeconds}`,
    `${tld}. ${ttlSeconds} IN NS ${server}`,
    "",
  ].join("\n");

function linesOf({ name, nameservers, dsRecords, glue }: Delegation): string {
  const line = (owner: string, type: string, data: string) => `${owner}. ${ttlSeconds} IN ${type} ${data}\n`;
  return [
    ...nameservers.map((host) => line(name, "NS", `${host}.`)),
    ...dsRecords.map((ds) =>
      line(name, "DS", `${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest.toUpperCase()}`),
    ),
    ...glue.flatMap((host) =>
      host.addresses.map(({ address, version }) => line(host.name, version === "v6" ? "AAAA" : "A", address)),
    ),
  ].join("");
}

const chunkCharacters = 1 << 16;

/** Writes a complete file for each zone and calls `onDelegation` for each delegation. Skips other zones. */
export async function writeZoneFiles(
  folder: string,
  zones: readonly string[],
  delegations: AsyncIterable<Delegation>,
  onDelegation: (delegation: Delegation) => void,
): Promise<void> {
  const fileOf = (zone: string) => path.join(folder, `${zone}.zone`);
  const files = new Map(
    await Promise.all(
      zones.map(async (zone) => {
        const file = await open(`${fileOf(zone)}.new`, "w", 0o600);
        return [zone, { file, text: zoneHead(zone) }] satisfies [string, object];
      }),
    ),
  );
  try {
    for await (const delegation of delegations) {
      const target = files.get(zoneOf(delegation.name));
      if (!target) {
        continue;
      }
      target.text += linesOf(delegation);
      onDelegation(delegation);
      if (target.text.length < chunkCharacters) {
        continue;
      }
      await target.file.write(target.text);
      target.text = "";
    }
    for (const { file, text } of files.values()) {
      await file.write(text);
    }
  } finally {
    for (const { file } of files.values()) {
      await file.close();
    }
  }
  for (const zone of zones) {
    await rename(`${fileOf(zone)}.new`, fileOf(zone));
  }
}

/** The zone that delegates a registered name. */
export const zoneOf = (name: string): string => name.slice(name.indexOf(".") + 1);
