"use client";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailSettings } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMissingServers } from "./use-missing-servers.ts";

/** The settings for mail programs, or what has to be done before there are any. */
export function MailProgramsView({ children }: { children: (settings: MailSettings) => ReactNode }) {
  const t = useTranslations("mailPrograms");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.settings.queryOptions());
  const missingServers = useMissingServers();
  return (
    <QueryView query={query} skeleton={<Skeleton height={180} radius="lg" />}>
      {(settings) =>
        settings ? children(settings) : <Notice title={t("notConfigured")}>{missingServers}</Notice>
      }
    </QueryView>
  );
}
