"use client";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { hasRight } from "@/features/access/rights.ts";
import { auditLogPath, operationsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";

const places = [
  { key: "operations", href: operationsPath, right: "domains:read" },
  { key: "auditLog", href: auditLogPath, right: "audit:read" },
] as const satisfies { key: string; href: string; right: Right }[];

/** Tabs for people who may see both; a single tab leads nowhere else. */
export function ActivityPlaces() {
  const t = useTranslations("activityPlaces");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const shown = places.filter(({ right }) => current !== undefined && hasRight(current.session, right));
  return shown.length > 1 ? (
    <TabLinks label={t("title")} tabs={shown.map(({ key, href }) => ({ label: t(key), href }))} />
  ) : null;
}
