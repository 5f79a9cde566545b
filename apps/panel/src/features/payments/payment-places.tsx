"use client";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { isShown } from "@/features/access/rights.ts";

import { ordersPath, paymentsPath, renewalsPath } from "@/lib/paths.ts";

import { useTRPC } from "@/trpc/client.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";

const places = [
  { key: "payments", href: paymentsPath, right: "payments:read" },
  { key: "orders", href: ordersPath, right: "domains:read" },
  { key: "renewals", href: renewalsPath, right: "domains:read" },
] as const satisfies { key: string; href: string; right: Right }[];

export function PaymentPlaces() {
  const t = useTranslations("paymentPlaces");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const shown = places.filter(({ right }) => current !== undefined && isShown(current, right));
  // A single tab leads nowhere else.
  return shown.length > 1 ? (
    <TabLinks label={t("title")} tabs={shown.map(({ key, href }) => ({ label: t(key), href }))} />
  ) : null;
}
