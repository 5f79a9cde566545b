"use client";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { hasRight } from "@/features/access/rights.ts";
import { contactsPath, operationsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";

const places = [
  { key: "domains", href: "/domains", right: "domains:read" },
  { key: "contacts", href: contactsPath, right: "contacts:read" },
  { key: "operations", href: operationsPath, right: "domains:read" },
] as const satisfies { key: string; href: string; right: Right }[];

export function DomainPlaces() {
  const t = useTranslations("domainPlaces");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const shown = places.filter(({ right }) => current !== undefined && hasRight(current.session, right));
  return <TabLinks label={t("title")} tabs={shown.map(({ key, href }) => ({ label: t(key), href }))} />;
}
