import { type NextRequest, NextResponse } from "next/server";
import { pathHeader } from "./path-header.ts";

/** Tells the layouts which address was asked for; they need it to lead back here after a sign-in. */
export function proxy(request: NextRequest) {
  const headers = new Headers(request.headers);
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.next({ request: { headers } });
}

export const config = { matcher: "/((?!_next/|favicon|icon).*)" };
