import "server-only";
import "@/ui/mantine-styles.ts";
import { headers } from "next/headers";
import { getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { PageMessages } from "@/i18n/messages.tsx";
import type { MessagesPart } from "@/i18n/messages-by-part.ts";
import { nonceHeader } from "@/security-headers.ts";
import { PanelProviders } from "./panel-providers.tsx";

/** Adds Mantine, the API client and texts. Signed-out pages don't need them. */
export async function Panel({ words, children }: { words: MessagesPart; children: ReactNode }) {
  return (
    <PageMessages of={words}>
      <PanelProviders
        nonce={(await headers()).get(nonceHeader) ?? ""}
        timeZone={await getTimeZone()}
        now={new Date().toISOString()}
      >
        {children}
      </PanelProviders>
    </PageMessages>
  );
}
