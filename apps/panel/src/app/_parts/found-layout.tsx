import "server-only";
import type { ReactNode } from "react";
import { PageMessages } from "@/i18n/messages.tsx";
import type { MessagesPart } from "@/i18n/messages-by-part.ts";
import { requireFound } from "@/trpc/server.tsx";

/** The layout of a route that adds texts, with pages whose object may not exist. */
export const foundLayout = (place: MessagesPart) =>
  async function FoundLayout({ children }: { children: ReactNode }) {
    await requireFound();
    return <PageMessages of={place}>{children}</PageMessages>;
  };
