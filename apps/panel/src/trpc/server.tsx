import "server-only";
import { dehydrate, type FetchQueryOptions, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@zonepost/api/router";
import { cookies } from "next/headers";
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
const asOptions = (query: Query) => ({ ...query, retry: false }) as unknown as FetchQueryOptions;

/** Prefetches a query. After a failure, the browser retries and can show the reason. */
export async function prefetch(...queries: Query[]): Promise<void> {
  const queryClient = getQueryClient();
  await Promise.all(queries.map((query) => queryClient.prefetchQuery(asOptions(query))));
}

/** The same for the page's main object: if it doesn't exist or belongs to another workspace, the page is a 404. */
export async function prefetchOrNotFound(query: Query): Promise<void> {
  try {
    await getQueryClient().fetchQuery(asOptions(query));
  } catch (error) {
    if ([400, 404, 422].includes(problemOf(error).status ?? 0)) {
      notFound();
    }
  }
}

export function HydrateClient({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(getQueryClient())}>{children}</HydrationBoundary>;
}
