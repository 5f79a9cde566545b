import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets that must be readable again (webhook secrets, DKIM keys), bound to their owner. */
export type SecretBox = {
  /** `owner` names the row, such as `webhook_endpoint:<uuid>`; the text can't be decrypted for another. */
  seal(plaintext: string, owner: string): string;
  open(sealed: string, owner: string): string;
  /** Whether one of its keys sealed the text. */
  hasKeyOf(sealed: string): boolean;
  /** The IDs of its keys, the one that seals first. They are hashes, and not secret. */
  keyIds: readonly string[];
  /** For each of its keys in this order, a box with the key that is derived from it. */
  derive(purpose: KeyPurpose): readonly SecretBox[];
};

/** Who gets a key of their own, which opens nothing else. */
export type KeyPurpose = "mail agent";

/** A key that doesn't reveal the one it is derived from, nor those for other purposes (HKDF, RFC 5869). */
export const deriveKey = (key: string, purpose: KeyPurpose): string =>
  Buffer.from(hkdfSync("sha256", bytesOf(key), "", `zonepost ${purpose} 1`, 32)).toString("base64");

/** AES-256-GCM. The text is `v1.<key id>.<nonce>.<tag>.<ciphertext>`, so that keys can be changed one row at a time. */
export function createSecretBox(keys: readonly string[]): SecretBox {
  const ring = keys.map((key) => {
    const bytes = bytesOf(key);
    return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
  });
  const [current] = ring;
  if (!current) {
    throw new Error("no encryption key is configured");
  }
  return {
    keyIds: ring.map(({ id }) => id),
    derive: (purpose) => keys.map((key) => createSecretBox([deriveKey(key, purpose)])),
    hasKeyOf: (sealed) => ring.some(({ id }) => sealed.startsWith(`v1.${id}.`)),
    seal(plaintext, owner) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce).setAAD(Buffer.from(owner));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return [
        "v1",
        current.id,
        ...[nonce, cipher.getAuthTag(), ciphertext].map((b) => b.toString("base64url")),
      ].join(".");
    },
    open(sealed, owner) {
      const [version, keyId, nonce = "", tag = "", ciphertext = ""] = sealed.split(".");
      const key = ring.find((entry) => entry.id === keyId);
      if (version !== "v1" || !key) {
        throw new Error("a secret was encrypted with a key that is not configured");
      }
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, Buffer.from(nonce, "base64url"), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(Buffer.from(tag, "base64url"));
      return decipher.update(ciphertext, "base64url", "utf8") + decipher.final("utf8");
    },
  };
}

function bytesOf(key: string): Buffer {
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== 32) {
    throw new Error("encryption keys must be 32 bytes, in base64");
  }
  return bytes;
}
