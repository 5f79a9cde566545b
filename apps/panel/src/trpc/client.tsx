"use client";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  type OperationContext,
  splitLink,
  type TRPCLink,
} from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@zonepost/api/router";
import { type ReactNode, useState } from "react";
import { isOutside, signInPath } from "@/sign-in-path.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { currentIdempotencyKey } from "./idempotency.ts";
import { createQueryClient } from "./query-client.ts";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

/** Calls with a streamed response. */
const streamed: ReadonlySet<string> = new Set(["domains.suggestions", "domains.checkNames"]);

const withKey: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, context: { ...op.context, idempotencyKey: currentIdempotencyKey() } });

const keyHeader = ({ idempotencyKey }: OperationContext): Record<string, string> =>
  typeof idempotencyKey === "string" ? { "idempotency-key": idempotencyKey } : {};

let browserQueryClient: QueryClient | undefined;

/** Redirects to the page that restores the session, by the error's code, and back here afterwards. */
function redirectToSignIn(code: string | undefined) {
  const { pathname, search } = window.location;
  if (!isOutside(pathname)) {
    window.location.assign(signInPath(code, pathname + search));
  }
}

/** Redirects to the sign-in page, and back here afterwards. */
export const goToSignIn = () => redirectToSignIn(undefined);

/**
 * The same, but only once the session is known to have ended. A call sent while the session's token changes is also
 * refused, and a redirect then could lose a secret that is shown once.
 */
async function recoverLostSession(apiUrl: string, code: string | undefined) {
  const isThere = await fetch(`${apiUrl}/auth/get-session`, { credentials: "include", cache: "no-store" })
    .then((response) => response.status !== 401)
    .catch(() => false);
  if (!isThere) {
    redirectToSignIn(code);
  }
}

function getQueryClient(apiUrl: string) {
  if (typeof window === "undefined") {
    return createQueryClient();
  }
  browserQueryClient ??= createQueryClient((code) => void recoverLostSession(apiUrl, code));
  return browserQueryClient;
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const { apiUrl } = useAddresses();
  const queryClient = getQueryClient(apiUrl);
  const [trpcClient] = useState(() => {
    const way = {
      url: `${apiUrl}/trpc`,
      fetch: (input: RequestInfo | URL | string, init?: unknown) =>
        fetch(input, { ...(init as RequestInit), credentials: "include" }),
    };
    return createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === "mutation",
          // Each on its own: a batch would have one key for several calls.
          true: [withKey, httpLink({ ...way, headers: ({ op }) => keyHeader(op.context) })],
          false: splitLink({
            condition: ({ path }) => streamed.has(path),
            true: httpBatchStreamLink(way),
            false: httpBatchLink(way),
          }),
        }),
      ],
    });
  });
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
