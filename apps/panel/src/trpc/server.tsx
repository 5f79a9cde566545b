import "server-only";
import { setImmediate } from "node:timers/promises";
import {
  type DehydratedState,
  dehydrate,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  HydrationBoundary,
} from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@zonepost/api/router";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { internalApiUrl } from "@/addresses.ts";
import { problemOf } from "./problem-of.ts";
import { createQueryClient } from "./query-client.ts";

export const getQueryClient = cache(() => createQueryClient());

const answerWithinMs = 8_000;

/** Calls the API from the server with the user's cookie. */
export const getTrpcClient = cache(() =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${internalApiUrl()}/trpc`,
        headers: async () => ({
          cookie: (await cookies()).toString(),
        }),
        fetch: (input, init) =>
          fetch(input, {
            ...init,
            cache: "no-store",
            signal: AbortSignal.timeout(answerWithinMs),
          } as RequestInit),
      }),
    ],
  }),
);

/** Query options for pages rendered on the server, with the user's cookie. */
export const getTrpc = cache(() =>
  createTRPCOptionsProxy<AppRouter>({ client: getTrpcClient(), queryClient: getQueryClient }),
);

type Query = { queryKey: readonly unknown[] };
type PagesOptions = FetchInfiniteQueryOptions<unknown, Error, unknown, readonly unknown[], unknown>;
const asOptions = (query: Query) => ({ ...query, retry: false }) as unknown as FetchQueryOptions;

const getOpenPrefetches = cache(() => new Set<Promise<unknown>>());

/** Adds a call to those that the first byte of a page waits for, up to a limit. */
export function track<Result>(call: Promise<Result>): Promise<Result> {
  const open = getOpenPrefetches();
  const tracked: Promise<unknown> = call.catch(() => undefined).then(() => open.delete(tracked));
  open.add(tracked);
  return call;
}

/** Prefetches a query. If the API refuses it, the browser retries and shows the reason. */
export async function prefetch(...queries: Query[]): Promise<void> {
  const queryClient = getQueryClient();
  await Promise.all(queries.map((query) => track(queryClient.prefetchQuery(asOptions(query)))));
}

/** The same for the first page of a list that is read page by page. */
export async function prefetchPages(query: Query): Promise<void> {
  await track(getQueryClient().prefetchInfiniteQuery(asOptions(query) as PagesOptions));
}

/** The same for the page's main object: if it doesn't exist or belongs to another workspace, the page is a 404. */
export async function prefetchOrNotFound(query: Query): Promise<void> {
  if (!(await prefetchIfFound(query))) {
    pageNotFound();
  }
}

const getOutcome = cache(() => ({ isMissing: false }));

/** Renders the page as not found. `requireFound` in a layout above it sets the response's status. */
export function pageNotFound(): never {
  getOutcome().isMissing = true;
  notFound();
}

/** False if the object doesn't exist or belongs to another workspace. */
export async function prefetchIfFound(query: Query): Promise<boolean> {
  try {
    await track(getQueryClient().fetchQuery(asOptions(query)));
    return true;
  } catch (error) {
    return ![400, 404, 422].includes(problemOf(error).status ?? 0);
  }
}

const documentWaitMs = 500;

/**
 * Waits for the prefetches of all layouts and pages of this request, up to a limit. A layout that waits sends the page
 * along with the frame. False if the limit has passed.
 */
export async function allPrefetched(): Promise<boolean> {
  const open = getOpenPrefetches();
  const deadline = new Promise((resolve) => setTimeout(resolve, documentWaitMs, "late"));
  do {
    if ((await Promise.race([Promise.all(open), deadline])) === "late") {
      return false;
    }
    // A page may begin another prefetch with the result of the first.
    await setImmediate();
  } while (open.size > 0);
  return true;
}

/**
 * For layouts above the skeleton of a page. The response's status is sent together with the skeleton, so a page that isn't
 * found can only be a 404 if a layout above the skeleton throws too.
 */
export async function requireFound(): Promise<void> {
  // The status of a navigation within the panel isn't used, so its skeleton needn't wait.
  const isDocument = (await headers()).get("sec-fetch-dest") !== "empty";
  if (isDocument && (await allPrefetched()) && getOutcome().isMissing) {
    notFound();
  }
}

/** What this request has read so far, for the browser's query client. */
export const readSoFar = () => dehydrate(getQueryClient());

export function HydrateClient({
  state = readSoFar(),
  children,
}: {
  state?: DehydratedState;
  children: ReactNode;
}) {
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
