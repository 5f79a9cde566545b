"use client";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { hasRight } from "@/features/access/rights.ts";
import { settingsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";

/** The tabs, each with the right that it requires. Personal settings require none. */
const tabs = [
  { key: "profile", href: settingsPath() },
  { key: "security", href: settingsPath("security") },
  { key: "people", href: settingsPath("people"), right: "members:read" },
  { key: "apiKeys", href: settingsPath("api-keys"), right: "api_keys:read" },
  { key: "workspace", href: settingsPath("workspace"), right: "domains:read" },
] as const satisfies { key: string; href: string; right?: Right }[];

export function SettingsHeader() {
  const t = useTranslations("settings");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const shown = tabs.filter(
    (tab) => !("right" in tab) || (current !== undefined && hasRight(current.session, tab.right)),
  );
  return (
    <>
      <PageHeader title={t("title")} />
      <TabLinks label={t("tabs")} tabs={shown.map(({ key, href }) => ({ label: t(key), href }))} />
    </>
  );
}
