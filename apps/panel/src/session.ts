import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { pathHeader } from "./path-header.ts";
import { signInPath } from "./sign-in-path.ts";
import { problemOf } from "./trpc/problem-of.ts";
import { getQueryClient, getTrpc, track } from "./trpc/server.tsx";

/** A visitor's state: not signed in, waiting for the second factor, or signed in. */
export async function readSignIn() {
  try {
    const current = await track(
      getQueryClient().fetchQuery({ ...getTrpc().session.current.queryOptions(), retry: false }),
    );
    return { state: "whole", current } as const;
  } catch (error) {
    const { status, code } = problemOf(error);
    if (status !== 401) {
      throw error;
    }
    return { state: code === "second_factor_required" ? "half" : "none", code } as const;
  }
}

/** The request's session, or null. Throws if the API doesn't respond. */
export async function readSession() {
  const signIn = await readSignIn();
  return signIn.state === "whole" ? signIn.current : null;
}

/** Redirects visitors without a session to the sign-in page or the second factor, and back here afterwards. */
export async function requireSession() {
  const signIn = await readSignIn();
  if (signIn.state === "whole") {
    return signIn.current;
  }
  redirect(signInPath(signIn.code, (await headers()).get(pathHeader) ?? "/"));
}
