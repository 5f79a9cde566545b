import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCertificate } from "./certificate.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync("/tmp/manage-sieve-");
});
afterEach(() => rmSync(folder, { recursive: true }));

function renew(): { certificateFile: string; keyFile: string } {
  const [certificateFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  const args = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=mail.test"];
  execFileSync("openssl", ["req", "-x509", ...args, "-keyout", keyFile, "-out", certificateFile], {
    stdio: "ignore",
  });
  return { certificateFile, keyFile };
}

it("is read again after a renewal, and stays while its files don't fit or are missing", async () => {
  const files = renew();
  const certificate = createCertificate(files);
  const first = await certificate();
  expect(await certificate()).toBe(first);
  renew();
  const second = await certificate();
  expect(second).not.toBe(first);
  writeFileSync(files.certificateFile, "no certificate");
  expect(await certificate()).toBe(second);
  rmSync(files.keyFile);
  expect(await certificate()).toBe(second);
  await expect(createCertificate(files)()).rejects.toThrow();
});
