/** The header in which the proxy hands the pages their nonce. */
export const nonceHeader = "x-zonepost-nonce";

type Page = { nonce: string; apiUrl: string; panelUrl: string; isDevelopment: boolean };

/**
 * What a page of the panel may load, run and talk to. Scripts run by this answer's nonce, and what such a script
 * loads runs too.
 */
export function contentSecurityPolicy({ nonce, apiUrl, isDevelopment }: Page): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'"],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "style-src-elem": ["'self'", `'nonce-${nonce}'`],
    // Mantine hands its parts their sizes and colours in style attributes, which cannot carry a nonce; in one
    // attribute there are no selectors and no imports to read a page by.
    "style-src-attr": ["'unsafe-inline'"],
    "connect-src": ["'self'", new URL(apiUrl).origin],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  if (isDevelopment) {
    // Next's reload evaluates what it fetched, and its overlay brings styles without a nonce.
    directives["script-src"] = ["'self'", "'unsafe-inline'", "'unsafe-eval'"];
    directives["style-src-elem"] = ["'self'", "'unsafe-inline'"];
    directives["connect-src"]?.push("ws:");
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** The headers of every page. The addresses are the installation's, so that no build can hold them. */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(page),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy":
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(page.panelUrl.startsWith("https:")
      ? { "strict-transport-security": "max-age=63072000; includeSubDomains" }
      : {}),
  };
}
