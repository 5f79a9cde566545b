import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { freeLoopbackPort } from "@zonepost/server-process";
import { createKnot, findKnot } from "./knot.ts";

/** A zone that its owner signs and serves on loopback. */
export type SignedZone = {
  port: number;
  /** The DS record for the parent zone, with SHA-256. */
  dsRecord: { keyTag: number; algorithm: number; digestType: number; digest: string };
  close(): Promise<void>;
};

/** Serves a customer's zone with Knot DNS: addresses for its name and for its two nameservers. */
export async function serveSignedZone(options: { folder: string; zone: string }): Promise<SignedZone> {
  const { folder, zone } = options;
  const programs = await findKnot();
  if (!programs) {
    throw new Error("Knot DNS is not installed here (Debian package: knot).");
  }
  const port = await freeLoopbackPort();
  const key = { name: "holder", secret: randomBytes(32) };
  const knot = await createKnot({ programs, folder, zones: [zone], port, key, onLine: () => {} });
  const records = [
    `${zone}. 2 IN SOA ns1.${zone}. hostmaster.${zone}. 1 3600 600 604800 1`,
    `${zone}. 2 IN NS ns1.${zone}.`,
    `${zone}. 2 IN NS ns2.${zone}.`,
    ...["", "ns1.", "ns2.", "www."].map((label) => `${label}${zone}. 2 IN A 127.0.0.1`),
  ];
  try {
    await writeFile(path.join(knot.zoneFolder, `${zone}.zone`), `${records.join("\n")}\n`);
    await knot.start();
    const [anchor = ""] = await knot.trustAnchors();
    const [, , keyTag, algorithm, digestType, digest = ""] = anchor.split(/\s+/);
    const dsRecord = {
      keyTag: Number(keyTag),
      algorithm: Number(algorithm),
      digestType: Number(digestType),
      digest: digest.toUpperCase(),
    };
    return { port, dsRecord, close: () => knot.close() };
  } catch (error) {
    await knot.close();
    throw error;
  }
}
