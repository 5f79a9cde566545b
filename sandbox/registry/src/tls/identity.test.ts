import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepIdentity } from "./kept-identity.ts";
import { makeSelfSigned } from "./self-signed.ts";

const now = new Date("2026-11-21T09:00:00Z");
const day = 86_400_000;

describe("a generated certificate", () => {
  const identity = makeSelfSigned("Sandbox é", ["localhost", "127.0.0.1", "::1", "2001:db8::a:1"], now);
  const certificate = new X509Certificate(identity.certificatePem);

  it("belongs to its key and is self-signed", () => {
    expect(certificate.checkPrivateKey(createPrivateKey(identity.keyPem))).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.ca).toBe(true);
    expect(certificate.subject).toBe("CN=Sandbox é");
  });

  it("covers the names and addresses it was generated for, and no others", () => {
    expect(certificate.checkHost("localhost")).toBe("localhost");
    for (const address of ["127.0.0.1", "::1", "2001:db8::a:1"]) {
      expect(certificate.checkIP(address)).toBe(address);
    }
    expect(certificate.checkHost("example.com")).toBeUndefined();
    expect(certificate.checkIP("127.0.0.2")).toBeUndefined();
  });

  it("is valid from the day before, for ten years", () => {
    expect(certificate.validFromDate).toEqual(new Date(now.getTime() - day));
    expect(certificate.validToDate).toEqual(new Date("2036-11-21T09:00:00Z"));
  });

  it("supports dates beyond 2049", () => {
    const late = makeSelfSigned("x", ["localhost"], new Date("2045-01-01T00:00:00Z"));
    expect(new X509Certificate(late.certificatePem).validToDate).toEqual(new Date("2055-01-01T00:00:00Z"));
  });
});

describe("a stored certificate", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "registry-identity-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is reused at the next start, and only its owner can read the key", async () => {
    const kept = path.join(folder, "registry");
    const made = await keepIdentity(kept, ["localhost"], now);
    expect(await keepIdentity(kept, ["localhost"], new Date(now.getTime() + 300 * day))).toEqual(made);
    expect(await readFile(path.join(kept, "certificate.pem"), "utf8")).toBe(made.certificatePem);
    expect((await stat(path.join(kept, "key.pem"))).mode & 0o777).toBe(0o600);
  });

  it("is generated again for another host, near its expiry, and when its files do not match", async () => {
    const made = await keepIdentity(folder, ["localhost"], now);
    const wider = await keepIdentity(folder, ["localhost", "127.0.0.1"], now);
    expect(wider).not.toEqual(made);
    const later = await keepIdentity(folder, ["localhost"], new Date(now.getTime() + 3640 * day));
    expect(later).not.toEqual(wider);
    await rm(path.join(folder, "key.pem"));
    expect(await keepIdentity(folder, ["localhost"], now)).not.toEqual(later);
  });
});
