import { defaultShouldDehydrateQuery, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem-of.ts";

/** Refusals of the session itself; a wrong code or password is a 401 too, and its form's own matter. */
const sessionRefusals: readonly (string | undefined)[] = [
  undefined,
  "unauthenticated",
  "second_factor_required",
];

/** @param onSignedOut called with the refusal's code when the API no longer knows the session, or wants its second factor */
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
        // Data that the server just read need not be fetched again during hydration.
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
