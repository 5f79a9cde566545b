import { defaultShouldDehydrateQuery, QueryCache, QueryClient } from "@tanstack/react-query";
import { isPassing, isSessionLost, isTimeout, problemOf } from "./problem-of.ts";

const readByServerMs = 15_000;

/** @param onSignedOut called with the error code when the session has ended or needs its second factor */
export function createQueryClient(onSignedOut?: (code: string | undefined) => void): QueryClient {
  return new QueryClient({
    // Mutations restore the session themselves, and are then sent again.
    queryCache: new QueryCache({
      onError: (error) => {
        const problem = problemOf(error);
        if (isSessionLost(problem)) {
          onSignedOut?.(problem.code);
        }
      },
    }),
    defaultOptions: {
      queries: {
        // The browser doesn't refetch data that the server just read.
        staleTime: readByServerMs,
        // A tab that becomes visible again shows changes made elsewhere. Queries with a time of their own cost more.
        refetchOnWindowFocus: ({ observers }) =>
          observers.some(({ options }) => options.staleTime === readByServerMs) ? "always" : true,
        retry: (failures, error) => failures < 2 && !isTimeout(error) && isPassing(error),
      },
      // Offline, a submit fails and says so. By default it would wait without a word.
      mutations: { networkMode: "always" },
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery },
    },
  });
}
