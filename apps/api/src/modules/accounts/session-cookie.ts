import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

const cookieName = "zonepost.session_token";

/** The cookie as better-auth writes it: `<token>.<base64 HMAC-SHA256 of the token>`, URL-encoded. */
export type SessionCookie = {
  name: string;
  /** The token of a cookie that we signed; undefined for none, a forged or a cut one. */
  readToken(cookieHeader: string | undefined): string | undefined;
  /** Set-Cookie for a session that lives on until `expiresAt`. */
  write(token: string, maxAgeSeconds: number): string;
};

export const sessionLifetimeSeconds = 7 * 86_400;

export function createSessionCookie(settings: {
  authSecret: string;
  isSecure: boolean;
  cookieDomain: string | undefined;
}): SessionCookie {
  const name = settings.isSecure ? `__Secure-${cookieName}` : cookieName;
  const key = createSecretKey(settings.authSecret, "utf8");
  const sign = (token: string) => createHmac("sha256", key).update(token).digest();
  const attributes = [
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    ...(settings.isSecure ? ["Secure"] : []),
    ...(settings.cookieDomain ? [`Domain=${settings.cookieDomain}`] : []),
  ].join("; ");
  return {
    name,
    readToken(cookieHeader) {
      for (const pair of cookieHeader?.split(";") ?? []) {
        const separator = pair.indexOf("=");
        if (pair.slice(0, separator).trim() !== name) continue;
        const token = verified(pair.slice(separator + 1).trim(), sign);
        if (token !== undefined) return token;
      }
      return undefined;
    },
    write(token, maxAgeSeconds) {
      const value = encodeURIComponent(`${token}.${sign(token).toString("base64")}`);
      return `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
  };
}

function verified(value: string, sign: (token: string) => Buffer): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return undefined;
  }
  const dot = decoded.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = decoded.slice(0, dot);
  const signature = decoded.slice(dot + 1);
  const offered = Buffer.from(signature, "base64");
  // Buffer leaves out what is not base64; a cookie that was changed at all is not ours.
  if (offered.toString("base64") !== signature) return undefined;
  const expected = sign(token);
  return offered.length === expected.length && timingSafeEqual(offered, expected) ? token : undefined;
}
