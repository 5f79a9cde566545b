const algorithm = { name: "HMAC", hash: "SHA-256" };

type Bytes = Uint8Array<ArrayBuffer>;

/** HMAC-SHA256 (RFC 2104). */
export async function hmac(key: Bytes, content: Bytes): Promise<Uint8Array> {
  const imported = await importKey(key, "sign");
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, content));
}

/** Whether any of the codes is the HMAC of the content. Each is compared in constant time. */
export async function matchesAnyHmac(
  key: Bytes,
  content: Bytes,
  offered: readonly Bytes[],
): Promise<boolean> {
  if (offered.length === 0) {
    return false;
  }
  const imported = await importKey(key, "verify");
  for (const code of offered) {
    if (await crypto.subtle.verify("HMAC", imported, code, content)) {
      return true;
    }
  }
  return false;
}

// Importing takes about 10 µs. A cache would keep secrets in memory after their owner has dropped them.
function importKey(key: Bytes, usage: "sign" | "verify") {
  return crypto.subtle.importKey("raw", key, algorithm, false, [usage]);
}
