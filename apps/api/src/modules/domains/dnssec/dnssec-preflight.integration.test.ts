import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findKnot, type SignedZone, serveSignedZone } from "@zonepost/registry/zones";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DnsResolver } from "../../../adapters/dns/index.ts";
import { validateDnssec } from "./dnssec-preflight.ts";

const isPossible = (await findKnot()) !== undefined;
const domainName = "signed-elsewhere.com";
let folder: string;
let zone: SignedZone;

beforeAll(async () => {
  if (!isPossible) {
    return;
  }
  folder = await mkdtemp(path.join(tmpdir(), "zonepost-preflight-test-"));
  zone = await serveSignedZone({ folder, zone: domainName });
});
afterAll(async () => {
  await zone?.close();
  if (folder) {
    await rm(folder, { recursive: true, force: true });
  }
});

describe.skipIf(!isPossible)(
  "the pre-flight check of a zone signed by a real server (skipped without Knot)",
  () => {
    async function validate(dsRecords: SignedZone["dsRecord"][], now = new Date()) {
      const dns = new DnsResolver({
        isRefusedAddress: () => false,
        nameserverPort: zone.port,
        // Bounds on a hang, not measures.
        tryTimeoutMs: 60_000,
        totalTimeoutMs: 120_000,
      });
      const nameserver = `ns1.${domainName}`;
      const keys = await dns.readKeys({
        workspaceId: "workspace",
        domainName,
        nameserver,
        addresses: ["127.0.0.1"],
      });
      return await validateDnssec({ domainName, servers: [{ nameserver, keys }], dsRecords, now });
    }

    it("finds that its DS record validates, and until when", async () => {
      const verdict = await validate([zone.dsRecord]);
      expect(verdict).toMatchObject({ outcome: "validates", servers: [{ keyTag: zone.dsRecord.keyTag }] });
      const [server] = verdict.servers;
      const lastsMs = server?.outcome === "validates" ? server.signatureExpiresAt.getTime() - Date.now() : 0;
      expect(lastsMs).toBeGreaterThan(86_400_000);
    });

    it("finds that a wrong digest breaks it, and so do expired signatures", async () => {
      const wrong = { ...zone.dsRecord, digest: "AB".repeat(32) };
      expect(await validate([wrong])).toMatchObject({
        outcome: "breaks",
        servers: [{ reason: "digest_mismatch" }],
      });
      const nextYear = new Date(Date.now() + 365 * 86_400_000);
      expect(await validate([zone.dsRecord], nextYear)).toMatchObject({
        outcome: "breaks",
        servers: [{ reason: "signature_expired" }],
      });
      expect(await validate([])).toMatchObject({ outcome: "insecure" });
    });
  },
);
