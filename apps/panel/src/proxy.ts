import { type NextRequest, NextResponse } from "next/server";
import { publicAddresses } from "./addresses.ts";
import { pathHeader } from "./path-header.ts";
import { nonceHeader, pageHeaders } from "./security-headers.ts";

/**
 * Tells the layouts which address was asked for, which they need to lead back here after a sign-in, and gives every
 * page its own nonce. Next reads the nonce from the policy and puts it on the scripts that it writes.
 */
export function proxy(request: NextRequest) {
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

// Everything that can be a page, a missing one too; the built files need none of this.
export const config = { matcher: "/((?!_next/static/|icon\\.svg$).*)" };
