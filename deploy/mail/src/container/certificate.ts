import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

export type CertificateFiles = { certificateFile: string; keyFile: string };

/**
 * The files of a name in Caddy's storage, which has a folder for each authority; of several, the last to be renewed. They
 * are undefined until Caddy has got them.
 */
export function findCertificate(storage: string, hostname: string): CertificateFiles | undefined {
  const certificates = path.join(storage, "caddy/certificates");
  const found = (existsSync(certificates) ? readdirSync(certificates) : [])
    .map((authority) => path.join(certificates, authority, hostname, hostname))
    .filter((base) => existsSync(`${base}.crt`) && existsSync(`${base}.key`))
    .sort((one, other) => changedMs(`${other}.crt`) - changedMs(`${one}.crt`));
  return found[0] === undefined
    ? undefined
    : { certificateFile: `${found[0]}.crt`, keyFile: `${found[0]}.key` };
}

export const changedMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
