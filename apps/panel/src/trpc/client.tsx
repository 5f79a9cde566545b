"use client";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  type OperationContext,
  splitLink,
  type TRPCLink,
} from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@zonepost/api/router";
import { type ReactNode, useState } from "react";
import { useAddresses } from "@/ui/addresses.tsx";
import { currentIdempotencyKey } from "./idempotency.ts";
import { createQueryClient } from "./query-client.ts";
import { createSessionRecovery, type SessionRecovery, SessionRecoveryContext } from "./session-recovery.ts";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

/** Calls with a streamed response. */
const streamed: ReadonlySet<string> = new Set(["domains.suggestions", "domains.checkNames"]);

/** Calls that wait for other servers, or search the log of messages. Each is sent on its own, so that no other call waits for it. */
const slow: ReadonlySet<string> = new Set(["domains.dnsStatus", "mail.messages", "zones.publication"]);

const withKey: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, context: { ...op.context, idempotencyKey: currentIdempotencyKey() } });

/** Longer than the slowest query, the check of a domain's nameservers. */
const answerWithinMs = 30_000;

/** Their mutations wait for registries or the payment processor, sometimes for several answers in a row. */
const external: ReadonlySet<string> = new Set(["contacts", "domains", "orders", "payments"]);
const externalAnswerWithinMs = 90_000;

const isExternal = ({ path }: { path: string }) => external.has(path.split(".", 1)[0] ?? "");

/** `ifMatch`: the version that a change depends on. */
const headersOf = ({ idempotencyKey, ifMatch }: OperationContext): Record<string, string> => ({
  ...(typeof idempotencyKey === "string" ? { "idempotency-key": idempotencyKey } : {}),
  ...(typeof ifMatch === "string" ? { "if-match": ifMatch } : {}),
});

type Browser = { queryClient: QueryClient; recovery: SessionRecovery };

let browser: Browser | undefined;

function createBrowser(apiUrl: string): Browser {
  const recovery = createSessionRecovery(apiUrl);
  return { recovery, queryClient: createQueryClient((code) => void recovery.recover(code)) };
}

function getBrowser(apiUrl: string): Browser {
  if (typeof window === "undefined") {
    return createBrowser(apiUrl);
  }
  browser ??= createBrowser(apiUrl);
  return browser;
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const { apiUrl } = useAddresses();
  const { queryClient, recovery } = getBrowser(apiUrl);
  const [trpcClient] = useState(() => {
    const way = {
      url: `${apiUrl}/trpc`,
      fetch: (input: RequestInfo | URL | string, init?: unknown) =>
        fetch(input, { ...(init as RequestInit), credentials: "include" }),
    };
    const within = (limitMs: number): typeof way => ({
      ...way,
      fetch: (input, init) => {
        const { signal } = init as RequestInit;
        const deadline = AbortSignal.timeout(limitMs);
        return way.fetch(input, {
          ...(init as RequestInit),
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        });
      },
    });
    // Each on its own: a batch would have one key for several calls.
    const mutateWithin = (limitMs: number) =>
      httpBatchLink<AppRouter>({
        ...within(limitMs),
        maxItems: 1,
        headers: ({ opList: [op] }) => headersOf(op.context),
      });
    return createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === "mutation",
          true: [
            withKey,
            splitLink({
              condition: isExternal,
              true: mutateWithin(externalAnswerWithinMs),
              false: mutateWithin(answerWithinMs),
            }),
          ],
          false: splitLink({
            condition: ({ path }) => streamed.has(path),
            true: httpBatchStreamLink(way),
            false: splitLink({
              condition: ({ path }) => slow.has(path),
              true: httpBatchLink({ ...within(answerWithinMs), maxItems: 1 }),
              false: httpBatchLink(within(answerWithinMs)),
            }),
          }),
        }),
      ],
    });
  });
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <SessionRecoveryContext value={recovery}>{children}</SessionRecoveryContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
