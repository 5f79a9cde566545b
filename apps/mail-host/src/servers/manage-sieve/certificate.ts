import { readFile, stat } from "node:fs/promises";
import { createSecureContext, type SecureContext } from "node:tls";

export type CertificateFiles = { certificateFile: string; keyFile: string };

/** The context of TLS with the files as they are now. After a renewal, new connections get the new certificate. */
export function createCertificate(files: CertificateFiles): () => Promise<SecureContext> {
  let current: { version: string; context: SecureContext } | undefined;
  const names = [files.certificateFile, files.keyFile];
  return async () => {
    try {
      const version = JSON.stringify(
        await Promise.all(
          names.map(async (name) => {
            const { mtimeMs, ino, size } = await stat(name);
            return [mtimeMs, ino, size];
          }),
        ),
      );
      if (current?.version !== version) {
        const [cert, key] = await Promise.all(names.map((name) => readFile(name)));
        current = { version, context: createSecureContext({ cert, key, minVersion: "TLSv1.2" }) };
      }
    } catch (error) {
      // A certificate is replaced before its key: for a moment, they don't fit.
      if (!current) {
        throw error;
      }
    }
    return current.context;
  };
}
