import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import {
  bitString,
  boolean,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  set,
  tagged,
  time,
  utf8String,
} from "./der.ts";

export type TlsIdentity = {
  keyPem: string;
  certificatePem: string;
};

const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const validYears = 10;

/**
 * Generates a P-256 key and a self-signed certificate (RFC 5280), which clients trust by pinning it. Node can sign and
 * read certificates, but can't create them.
 */
export function makeSelfSigned(commonName: string, hosts: readonly string[], now: Date): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const validUntil = new Date(now);
  validUntil.setUTCFullYear(now.getUTCFullYear() + validYears);
  const name = sequence(set(sequence(objectIdentifier("2.5.4.3"), utf8String(commonName))));
  const toBeSigned = sequence(
    tagged(0xa0, positiveInteger(Buffer.from([2]))),
    positiveInteger(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    // Valid from yesterday, for clients whose clock is slightly behind.
    sequence(time(new Date(now.getTime() - 86_400_000)), time(validUntil)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensions(hosts))),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bitString(signature));
  return {
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificatePem: toPem(certificate),
  };
}

function extensions(hosts: readonly string[]): Buffer[] {
  const extension = (oid: string, critical: boolean, value: Buffer) =>
    sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
  return [
    // basicConstraints: an authority only for itself
    extension("2.5.29.19", true, sequence(boolean(true), positiveInteger(Buffer.from([0])))),
    // keyUsage: digitalSignature and keyCertSign
    extension("2.5.29.15", true, bitString(Buffer.from([0b1000_0100]), 2)),
    // extendedKeyUsage: serverAuth
    extension("2.5.29.37", false, sequence(objectIdentifier("1.3.6.1.5.5.7.3.1"))),
    extension("2.5.29.17", false, sequence(...hosts.map(alternativeName))),
  ];
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0
    ? tagged(0x82, Buffer.from(host, "ascii"))
    : tagged(0x87, Buffer.from(ipaddr.parse(host).toByteArray()));
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
