import { type NextRequest, NextResponse } from "next/server";
import { publicAddresses } from "./addresses.ts";
import { pathHeader } from "./path-header.ts";
import { nonceHeader, pageHeaders } from "./security-headers.ts";
import { withoutPaymentParameters } from "./without-payment-parameters.ts";

/**
 * Passes the requested path to the layouts, which return to it after a sign-in, and gives every page its own nonce.
 * Next reads the nonce from the policy and adds it to its scripts.
 */
export function proxy(request: NextRequest) {
  const clean = withoutPaymentParameters(request.nextUrl, publicAddresses().panelUrl);
  if (clean !== undefined) {
    // A redirect leaves no entry in the history, and nothing has been rendered with the secret.
    return NextResponse.redirect(clean, { status: 307, headers: { "cache-control": "no-store" } });
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const answered = pageHeaders({
    nonce,
    ...publicAddresses(),
    isDevelopment: process.env.NODE_ENV === "development",
  });
  const headers = new Headers(request.headers);
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  headers.set(nonceHeader, nonce);
  headers.set("content-security-policy", answered["content-security-policy"] ?? "");
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(answered)) {
    response.headers.set(name, value);
  }
  return response;
}

// Matches everything that could be a page, including missing ones. Built files need neither header.
export const config = { matcher: "/((?!_next/static/|icon\\.svg$).*)" };
