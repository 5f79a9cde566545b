import { defaultShouldDehydrateQuery, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem-of.ts";

/** @param onSignedOut called when the API no longer knows the session */
export function createQueryClient(onSignedOut?: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (problemOf(error).status === 401) onSignedOut?.();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        // What the server has just read need not be asked again while the page comes to life.
        staleTime: 15_000,
        retry: (failures, error) => {
          const { status } = problemOf(error);
          return failures < 2 && (status === undefined || status >= 500);
        },
      },
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery },
    },
  });
}
