import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";

const cookieName = "zonepost.session_token";
const trustedDeviceCookieName = "zonepost.trusted_device";
const knownBrowserCookieName = "zonepost.known_browser";
const linkBrowserCookieName = "zonepost.link_browser";
/** 256 bits; anything else isn't ours. */
const linkBrowserPattern = /^[\w-]{43}$/;
const knownBrowserLifetimeSeconds = 400 * 86_400;

/** The cookie in better-auth's format: `<token>.<base64 HMAC-SHA256 of the token>`, URL-encoded. */
export type SessionCookie = {
  name: string;
  /** The token of a cookie that we signed; undefined if missing, forged or truncated. */
  readToken(cookieHeader: string | undefined): string | undefined;
  /** All of them: a browser can hold one for this host and one for the domain shared with the panel. */
  readTokens(cookieHeader: string | undefined): string[];
  /** True if a retired secret has signed it, so that it must be sent again before that secret goes. */
  isOutdated(cookieHeader: string | undefined): boolean;
  /** The header with each of the library's cookies that a retired secret has signed as the current one signs it. */
  signAgain(cookieHeader: string | undefined): string | undefined;
  write(token: string, maxAgeSeconds: number): string;
  clear(): string;
  /** The token of a browser trusted to skip the second factor; unsigned, because it is looked up in the database. */
  readTrustedDevice(cookieHeader: string | undefined): string | undefined;
  writeTrustedDevice(token: string, maxAgeSeconds: number): string;
  /**
   * The id of a browser in which the person with this address has signed in. It grants nothing but an allowance of its
   * own, so it needs no row, and no lookup that could reveal an account.
   */
  readKnownBrowser(cookieHeader: string | undefined, email: string): string | undefined;
  /** False also for one that a retired secret has signed. */
  isKnownBrowserCurrent(cookieHeader: string | undefined, email: string): boolean;
  writeKnownBrowser(email: string): string;
  /** The secret of a browser that has requested a sign-in link, in which the link's code works. */
  readLinkBrowser(cookieHeader: string | undefined): string | undefined;
  writeLinkBrowser(secret: string, maxAgeSeconds: number): string;
};

/** The lifetime without use, and the maximum lifetime. */
export const sessionLifetimeSeconds = 7 * 86_400;
export const sessionMaxAgeSeconds = 30 * 86_400;

export function createSessionCookie(settings: {
  authSecret: string;
  authSecretsRetired?: readonly string[];
  isSecure: boolean;
  cookieDomain: string | undefined;
}): SessionCookie {
  const prefix = settings.isSecure ? "__Secure-" : "";
  const name = prefix + cookieName;
  const trustedDeviceName = prefix + trustedDeviceCookieName;
  const knownBrowserName = prefix + knownBrowserCookieName;
  const linkBrowserName = prefix + linkBrowserCookieName;
  const signers = [settings.authSecret, ...(settings.authSecretsRetired ?? [])].map((secret): Signer => {
    const key = createSecretKey(secret, "utf8");
    return (text) => createHmac("sha256", key).update(text).digest();
  });
  const [sign = () => Buffer.alloc(0)] = signers;
  const isSignedBy = (text: string, signature: string, accepted: readonly Signer[]) =>
    accepted.some((signer) => isSignature(signature, "base64url", signer(text)));
  const ofAddress = (id: string, email: string) => `known_browser:${id}:${email.toLowerCase()}`;
  const tokensIn = (cookieHeader: string | undefined, accepted = signers) =>
    valuesOf(cookieHeader, name).flatMap((value) => verified(value, accepted) ?? []);
  const signedValueOf = (token: string) => encodeURIComponent(`${token}.${sign(token).toString("base64")}`);
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
    readTokens: (cookieHeader) => tokensIn(cookieHeader),
    isOutdated: (cookieHeader) =>
      signers.length > 1 && tokensIn(cookieHeader)[0] !== tokensIn(cookieHeader, [sign])[0],
    signAgain: (cookieHeader) =>
      signers.length === 1
        ? cookieHeader
        : cookieHeader?.replace(/(?<==)[^;=\s]+(?=\s*(?:;|$))/g, (value) => {
            const token = verified(value, signers);
            return token === undefined ? value : signedValueOf(token);
          }),
    write: (token, maxAgeSeconds) =>
      `${name}=${signedValueOf(token)}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    readTrustedDevice: (cookieHeader) => valuesOf(cookieHeader, trustedDeviceName)[0],
    writeTrustedDevice: (token, maxAgeSeconds) =>
      `${trustedDeviceName}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    readKnownBrowser(cookieHeader, email) {
      const [id = "", signature = ""] = valuesOf(cookieHeader, knownBrowserName)[0]?.split(".") ?? [];
      return isSignedBy(ofAddress(id, email), signature, signers) ? id : undefined;
    },
    isKnownBrowserCurrent(cookieHeader, email) {
      const [id = "", signature = ""] = valuesOf(cookieHeader, knownBrowserName)[0]?.split(".") ?? [];
      return isSignedBy(ofAddress(id, email), signature, [sign]);
    },
    writeKnownBrowser(email) {
      const id = randomBytes(16).toString("base64url");
      const value = `${id}.${sign(ofAddress(id, email)).toString("base64url")}`;
      return `${knownBrowserName}=${value}; Max-Age=${knownBrowserLifetimeSeconds}; ${attributes}`;
    },
    readLinkBrowser: (cookieHeader) =>
      valuesOf(cookieHeader, linkBrowserName).find((secret) => linkBrowserPattern.test(secret)),
    writeLinkBrowser: (secret, maxAgeSeconds) =>
      `${linkBrowserName}=${secret}; Max-Age=${maxAgeSeconds}; ${attributes}`,
  };
}

function valuesOf(cookieHeader: string | undefined, name: string): string[] {
  return (cookieHeader?.split(";") ?? []).flatMap((pair) => {
    const separator = pair.indexOf("=");
    return pair.slice(0, separator).trim() === name ? [pair.slice(separator + 1).trim()] : [];
  });
}

type Signer = (text: string) => Buffer;

function verified(value: string, accepted: readonly Signer[]): string | undefined {
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
  return accepted.some((signer) => isSignature(signature, "base64", signer(token))) ? token : undefined;
}

function isSignature(text: string, encoding: "base64" | "base64url", expected: Buffer): boolean {
  const offered = Buffer.from(text, encoding);
  // Buffer ignores characters outside the encoding, so a modified signature could decode to the same bytes.
  return (
    offered.toString(encoding) === text &&
    offered.length === expected.length &&
    timingSafeEqual(offered, expected)
  );
}
