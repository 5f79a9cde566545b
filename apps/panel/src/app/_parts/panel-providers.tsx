"use client";
import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { useRouter } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiProvider } from "@/trpc/client.tsx";
import { ClockProvider } from "@/ui/clock.tsx";
import { cssVariables, theme } from "@/ui/theme.ts";

/** Refreshes a page whose request didn't have the browser's time zone yet, so that server and browser render the same dates. */
function useBrowserZone(timeZone: string) {
  const router = useRouter();
  const isRefreshed = useRef(false);
  useEffect(() => {
    const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // Once, since the server may not know the zone.
    if (browserZone && browserZone !== timeZone && !isRefreshed.current) {
      isRefreshed.current = true;
      router.refresh();
    }
  }, [router, timeZone]);
}

/** The nonce of this document. A later response has a different one, which the browser would refuse here. */
function useDocumentNonce(nonce: string) {
  const [first] = useState(() => {
    // The scroll lock of dialogs inserts its own style element.
    if (typeof window !== "undefined") {
      setNonce(nonce);
    }
    return nonce;
  });
  return () => first;
}

/** The client-side providers of every page that uses Mantine or the API. */
export function PanelProviders(props: { nonce: string; timeZone: string; now: string; children: ReactNode }) {
  const { nonce, timeZone, now, children } = props;
  const getStyleNonce = useDocumentNonce(nonce);
  useBrowserZone(timeZone);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
    >
      <NuqsAdapter>
        <ClockProvider now={now} offsetMs={0}>
          <ApiProvider>{children}</ApiProvider>
        </ClockProvider>
      </NuqsAdapter>
    </MantineProvider>
  );
}
