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

/** The session, unless the API doesn't answer. Redirects visitors without one to the sign-in page, and back afterwards. */
export async function requireSession() {
  const signIn = await readSignIn().catch((error: unknown) => ({ state: "unknown", error }) as const);
  if (signIn.state === "whole") {
    return { current: signIn.current };
  }
  if (signIn.state === "unknown") {
    // Not thrown: the error boundaries of Next would replace the navigation as well, and React would log the error.
    return { failure: { requestId: problemOf(signIn.error).requestId } };
  }
  redirect(signInPath(signIn.code, (await headers()).get(pathHeader) ?? "/"));
}
