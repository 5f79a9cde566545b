import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";

const generate = promisify(generateKeyPair);

/** RSA with 2048 bits, the minimum for signers (RFC 8301 3.2). Generated off the main thread. */
export async function generateDkimKey(): Promise<{ publicKey: string; privateKeyPem: string }> {
  const { publicKey, privateKey } = await generate("rsa", { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
