import "server-only";
import type { TRPCClientErrorLike } from "@trpc/client";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { pathHeader } from "./path-header.ts";
import { problemOf } from "./trpc/problem-of.ts";
import { getQueryClient, getTrpc } from "./trpc/server.tsx";

/** The session that this request came with, or null. Throws where the API does not answer. */
export async function readSession() {
  try {
    return await getQueryClient().fetchQuery({ ...getTrpc().session.current.queryOptions(), retry: false });
  } catch (error) {
    if (problemOf(error as TRPCClientErrorLike<never>).status === 401) return null;
    throw error;
  }
}

/** Leads everyone without a session to the sign-in page, and back here afterwards. */
export async function requireSession() {
  const session = await readSession();
  if (session) return session;
  const path = (await headers()).get(pathHeader) ?? "/";
  redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
}
