import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

const cookieName = "zonepost.session_token";
const trustedDeviceCookieName = "zonepost.trusted_device";

/** The cookie in better-auth's format: `<token>.<base64 HMAC-SHA256 of the token>`, URL-encoded. */
export type SessionCookie = {
  name: string;
  /** The token of a cookie that we signed; undefined if missing, forged or truncated. */
  readToken(cookieHeader: string | undefined): string | undefined;
  /** All of them: a browser can hold one for this host and one for the domain shared with the panel. */
  readTokens(cookieHeader: string | undefined): string[];
  write(token: string, maxAgeSeconds: number): string;
  /** The token of a browser trusted to skip the second factor; unsigned, because it is looked up in the database. */
  readTrustedDevice(cookieHeader: string | undefined): string | undefined;
  writeTrustedDevice(token: string, maxAgeSeconds: number): string;
};

/** The lifetime without use, and the maximum lifetime. */
export const sessionLifetimeSeconds = 7 * 86_400;
export const sessionMaxAgeSeconds = 30 * 86_400;

export function createSessionCookie(settings: {
  authSecret: string;
  isSecure: boolean;
  cookieDomain: string | undefined;
}): SessionCookie {
  const prefix = settings.isSecure ? "__Secure-" : "";
  const name = prefix + cookieName;
  const trustedDeviceName = prefix + trustedDeviceCookieName;
  const key = createSecretKey(settings.authSecret, "utf8");
  const sign = (token: string) => createHmac("sha256", key).update(token).digest();
  const tokensIn = (cookieHeader: string | undefined) =>
    valuesOf(cookieHeader, name).flatMap((value) => verified(value, sign) ?? []);
  const attributes = [
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    ...(settings.isSecure ? ["Secure"] : []),
    ...(settings.cookieDomain ? [`Domain=${settings.cookieDomain}`] : []),
  ].join("; ");
  return {
    name,
    readToken: (cookieHeader) => tokensIn(cookieHeader)[0],
    readTokens: tokensIn,
    write(token, maxAgeSeconds) {
      const value = encodeURIComponent(`${token}.${sign(token).toString("base64")}`);
      return `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
    readTrustedDevice: (cookieHeader) => valuesOf(cookieHeader, trustedDeviceName)[0],
    writeTrustedDevice: (token, maxAgeSeconds) =>
      `${trustedDeviceName}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
  };
}

function valuesOf(cookieHeader: string | undefined, name: string): string[] {
  return (cookieHeader?.split(";") ?? []).flatMap((pair) => {
    const separator = pair.indexOf("=");
    return pair.slice(0, separator).trim() === name ? [pair.slice(separator + 1).trim()] : [];
  });
}

function verified(value: string, sign: (token: string) => Buffer): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return undefined;
  }
  const dot = decoded.lastIndexOf(".");
  if (dot < 1) {
    return undefined;
  }
  const token = decoded.slice(0, dot);
  const signature = decoded.slice(dot + 1);
  const offered = Buffer.from(signature, "base64");
  // Buffer ignores characters outside base64, so a modified signature could decode to the same bytes.
  if (offered.toString("base64") !== signature) {
    return undefined;
  }
  const expected = sign(token);
  return offered.length === expected.length && timingSafeEqual(offered, expected) ? token : undefined;
}
