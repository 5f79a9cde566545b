/** The header in which the proxy passes the nonce to the pages. */
export const nonceHeader = "x-zonepost-nonce";

type Page = { nonce: string; apiUrl: string; panelUrl: string; isDevelopment: boolean };

/**
 * The content security policy of a page. Scripts need this response's nonce; scripts that they load are trusted too.
 */
export function contentSecurityPolicy({ nonce, apiUrl, isDevelopment }: Page): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'"],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "style-src-elem": ["'self'", `'nonce-${nonce}'`],
    // Mantine sets sizes and colors in style attributes, which can't have a nonce. A single attribute can't contain
    // selectors or imports that could leak the page's content.
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
    // Next's hot reload uses eval, and its overlay inserts styles without a nonce.
    directives["script-src"] = ["'self'", "'unsafe-inline'", "'unsafe-eval'"];
    directives["style-src-elem"] = ["'self'", "'unsafe-inline'"];
    directives["connect-src"]?.push("ws:");
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** The headers of every page. The addresses differ by installation, so a build can't contain them. */
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
