import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const form = new RegExp(`^zp_[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** `zp_`, 32 random characters (190 bits), and a checksum of six (CRC-32 in base 62) that reveals incomplete copies. */
export function generateApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `zp_${secret}${checksumOf(secret)}`;
}

/** Checks the form, so that mistyped or truncated keys never reach the database. */
export function isApiKeyText(text: string): boolean {
  if (!form.test(text)) {
    return false;
  }
  const secret = text.slice(3, 3 + secretLength);
  return checksumOf(secret) === text.slice(3 + secretLength);
}

function checksumOf(secret: string): string {
  let rest = crc32(`zp_${secret}`);
  let text = "";
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** A plain hash is enough: a key's 190 bits can't be guessed. */
export const hashApiKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

export const startOfApiKey = (key: string): string => key.slice(0, 7);
