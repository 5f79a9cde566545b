import type { ZoneKey, ZoneKeyRole } from "../../modules/dns/ports.ts";
import type { ControlItems } from "./control-units.ts";

const keySigningFlags = 257;

/**
 * The keys, read from the zone itself: the server has no command that lists them, and only its own user may open the
 * folder of the private halves. A key that signs nothing is either new or retired, which a zone doesn't tell: it counts as
 * published.
 */
export function readZoneKeys(apex: readonly ControlItems[]): ZoneKey[] {
  const dataOf = (type: string) => apex.filter((line) => line.type === type).map(({ data = "" }) => data);
  const signersOf = (covered: string) =>
    new Set(
      dataOf("RRSIG")
        .map((data) => data.split(" "))
        .filter(([type]) => type === covered)
        .map((fields) => Number(fields[6])),
    );
  const signersOfKeys = signersOf("DNSKEY");
  const signersOfContent = signersOf("SOA");
  // Published only while the parent's DS record is awaited (`cds-cdnskey-publish: rollover`).
  const awaited = new Set(dataOf("CDS").map((data) => Number(data.split(" ")[0])));
  return dataOf("DNSKEY").map((dnskey) => {
    const [flags = 0, , algorithm = 0] = dnskey.split(" ", 3).map(Number);
    const keyTag = keyTagOf(dnskey);
    const signs = { keys: signersOfKeys.has(keyTag), content: signersOfContent.has(keyTag) };
    const role: ZoneKeyRole = flags !== keySigningFlags ? "zsk" : signs.content ? "csk" : "ksk";
    const isSigning = signs.keys || signs.content;
    const state = !isSigning ? "published" : awaited.has(keyTag) ? "ready" : "active";
    return { keyTag, role, algorithm, state, dnskey };
  });
}

/** RFC 4034 appendix B. */
export function keyTagOf(dnskey: string): number {
  const [flags, protocol, algorithm, ...key] = dnskey.split(" ");
  const head = Buffer.alloc(4);
  head.writeUInt16BE(Number(flags), 0);
  head.writeUInt8(Number(protocol), 2);
  head.writeUInt8(Number(algorithm), 3);
  let sum = 0;
  for (const [at, octet] of Buffer.concat([head, Buffer.from(key.join(""), "base64")]).entries()) {
    sum += at % 2 === 0 ? octet << 8 : octet;
  }
  return (sum + (sum >>> 16)) & 0xffff;
}
