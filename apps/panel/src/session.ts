import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { pathHeader } from "./path-header.ts";
import { signInPath } from "./sign-in-path.ts";
import { problemOf } from "./trpc/problem-of.ts";
import { getQueryClient, getTrpc } from "./trpc/server.tsx";

/** How far a visitor has come: not signed in, by half (the second factor is due), or wholly. */
export async function readSignIn() {
  try {
    const current = await getQueryClient().fetchQuery({
      ...getTrpc().session.current.queryOptions(),
      retry: false,
    });
    return { state: "whole", current } as const;
  } catch (error) {
    const { status, code } = problemOf(error);
    if (status !== 401) {
      throw error;
    }
    return { state: code === "second_factor_required" ? "half" : "none", code } as const;
  }
}

/** The session that this request came with, or null. Throws where the API does not answer. */
export async function readSession() {
  const signIn = await readSignIn();
  return signIn.state === "whole" ? signIn.current : null;
}

/** Leads everyone without a session to the sign-in page, or to the second factor, and back here afterwards. */
export async function requireSession() {
  const signIn = await readSignIn();
  if (signIn.state === "whole") {
    return signIn.current;
  }
  redirect(signInPath(signIn.code, (await headers()).get(pathHeader) ?? "/"));
}
