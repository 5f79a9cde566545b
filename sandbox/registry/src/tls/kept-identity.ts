import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeSelfSigned, type TlsIdentity } from "./self-signed.ts";

const renewBeforeMs = 30 * 86_400_000;

/**
 * The registry's certificate, kept between starts so that clients can pin `certificate.pem`. It is generated again if it
 * is missing, doesn't match its key or the hosts, or expires soon.
 */
export async function keepIdentity(
  folder: string,
  hosts: readonly string[],
  now: Date,
): Promise<TlsIdentity> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const keyFile = path.join(folder, "key.pem");
  const certificateFile = path.join(folder, "certificate.pem");
  const kept = await readKept(keyFile, certificateFile);
  if (kept && isUsable(kept, hosts, now)) {
    return kept;
  }
  const made = makeSelfSigned("Zonepost sandbox registry", hosts, now);
  await replaceFile(keyFile, made.keyPem, 0o600);
  await replaceFile(certificateFile, made.certificatePem, 0o644);
  return made;
}

async function readKept(keyFile: string, certificateFile: string): Promise<TlsIdentity | undefined> {
  try {
    const [keyPem, certificatePem] = await Promise.all([
      readFile(keyFile, "utf8"),
      readFile(certificateFile, "utf8"),
    ]);
    return { keyPem, certificatePem };
  } catch {
    return undefined;
  }
}

function isUsable(identity: TlsIdentity, hosts: readonly string[], now: Date): boolean {
  try {
    const certificate = new X509Certificate(identity.certificatePem);
    const coversHosts = hosts.every((host) => certificate.checkHost(host) ?? certificate.checkIP(host));
    const lasts = certificate.validToDate.getTime() - now.getTime() > renewBeforeMs;
    return coversHosts && lasts && certificate.checkPrivateKey(createPrivateKey(identity.keyPem));
  } catch {
    return false;
  }
}

/** Writes a temporary file and renames it, so that readers never see a partial file. */
export async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  const written = `${file}.${process.pid}.new`;
  await writeFile(written, content, { mode });
  await rename(written, file);
}
