import { defaultShouldDehydrateQuery, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem-of.ts";

/** Errors of the session itself. A wrong code or password is also a 401, but its form handles it. */
const sessionRefusals: readonly (string | undefined)[] = [
  undefined,
  "unauthenticated",
  "second_factor_required",
];

/** @param onSignedOut called with the error code when the session has ended or needs its second factor */
export function createQueryClient(onSignedOut?: (code: string | undefined) => void): QueryClient {
  const watch = (error: unknown) => {
    const { status, code } = problemOf(error);
    if (status === 401 && sessionRefusals.includes(code)) {
      onSignedOut?.(code);
    }
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        // The browser doesn't refetch data that the server just read.
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
