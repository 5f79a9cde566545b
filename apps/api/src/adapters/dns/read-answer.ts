import type { DecodedPacket } from "dns-packet";
import type { DnskeyRecord, DnskeySignature } from "../../modules/domains/ports.ts";

/** Keeps only the domain's own records. */
export function readAnswer(
  answer: DecodedPacket,
  domainName: string,
): {
  keys: DnskeyRecord[];
  signatures: DnskeySignature[];
} {
  const keys: DnskeyRecord[] = [];
  const signatures: DnskeySignature[] = [];
  for (const record of answer.answers ?? []) {
    if (record.type === "OPT" || record.name.toLowerCase() !== domainName.toLowerCase()) {
      continue;
    }
    if (record.type === "DNSKEY") {
      const { flags, algorithm, key } = record.data;
      // The codec refuses any other protocol.
      keys.push({ flags, protocol: 3, algorithm, publicKey: key.toString("base64") });
    } else if (record.type === "RRSIG" && record.data.typeCovered === "DNSKEY") {
      const { data } = record;
      signatures.push({
        algorithm: data.algorithm,
        labels: data.labels,
        originalTtlSeconds: data.originalTTL,
        expirationSeconds: data.expiration,
        inceptionSeconds: data.inception,
        keyTag: data.keyTag,
        signerName: data.signersName,
        signature: data.signature.toString("base64"),
      });
    }
  }
  return { keys, signatures };
}

/** The hosts of the domain's MX records, without the root, which means no mail (RFC 7505). */
export function readMailHosts(answer: DecodedPacket, domainName: string): string[] {
  const hosts = (answer.answers ?? []).flatMap((record) =>
    record.type === "MX" && record.name.toLowerCase() === domainName.toLowerCase()
      ? [record.data.exchange.toLowerCase().replace(/\.$/, "")]
      : [],
  );
  return [...new Set(hosts)].filter((host) => host !== "").sort();
}
