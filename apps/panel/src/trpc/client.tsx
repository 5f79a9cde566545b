"use client";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@zonepost/api/router";
import { type ReactNode, useState } from "react";
import { useAddresses } from "@/ui/addresses.tsx";
import { createQueryClient } from "./query-client.ts";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

let browserQueryClient: QueryClient | undefined;

/** Leads to the sign-in page and back here afterwards. */
export function goToSignIn() {
  const { pathname, search } = window.location;
  if (pathname.startsWith("/sign-in")) return;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

function getQueryClient() {
  if (typeof window === "undefined") return createQueryClient();
  browserQueryClient ??= createQueryClient(goToSignIn);
  return browserQueryClient;
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const { apiUrl } = useAddresses();
  const queryClient = getQueryClient();
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${apiUrl}/trpc`,
          fetch: (input, init) => fetch(input, { ...init, credentials: "include" } as RequestInit),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
