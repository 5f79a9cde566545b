"use client";
import type { ColumnDef } from "@tanstack/react-table";
import { switchStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DnsBadge } from "@/features/domains/dns-states.tsx";
import type { ListedDomain } from "@/features/domains/domain-filters.ts";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { compareStanding } from "@/features/domains/domain-standing.ts";
import { DomainStatusBadge } from "@/features/domains/domain-status-badge.tsx";
import { DnsSummary, useDnsLights } from "@/features/mail/dns-records/dns-lights.tsx";
import { domainPath } from "@/lib/paths.ts";
import { useNow } from "@/ui/clock.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { DatedMoment } from "@/ui/values/moment.tsx";

const byName = new Intl.Collator();

export function useDomainColumns(): ColumnDef<ListedDomain>[] {
  const t = useTranslations("domains");
  const dns = useTranslations("mailDns");
  const lights = useDnsLights();
  const now = useNow();
  return useMemo<ColumnDef<ListedDomain>[]>(
    () => [
      {
        id: "name",
        accessorKey: "unicodeName",
        header: t("name"),
        sortingFn: (one, other) => byName.compare(one.original.unicodeName, other.original.unicodeName),
        cell: ({ row: { original } }) => (
          <RowLink href={domainPath(original.name)}>
            <DomainName name={original.name} unicodeName={original.unicodeName} />
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        accessorKey: "status",
        header: t("status"),
        sortingFn: (one, other) => compareStanding(one.original, other.original, now),
        cell: ({ row }) => <DomainStatusBadge domain={row.original} />,
        meta: { phone: "status" },
      },
      {
        id: "expiresAt",
        accessorKey: "expiresAt",
        header: t("expires"),
        cell: ({ row }) => <DatedMoment at={row.original.expiresAt} />,
        meta: { phone: "detail" },
      },
      {
        id: "autoRenew",
        accessorKey: "autoRenew",
        header: t("autoRenew"),
        cell: ({ row }) => (
          <StatusBadge tone={switchStates[row.original.autoRenew ? "on" : "off"].tone}>
            {row.original.autoRenew ? t("renewOn") : t("renewOff")}
          </StatusBadge>
        ),
        meta: { phone: "low", phoneLabel: t("autoRenew") },
      },
      {
        id: "dns",
        enableSorting: false,
        header: t("dns"),
        cell: ({ row: { original } }) =>
          original.status === "active" || original.status === "expired" ? (
            <DnsBadge hasDsRecords={original.hasDnssec} check={original.dnsCheck} />
          ) : null,
        meta: { phone: "hide" },
      },
      {
        id: "mailDns",
        enableSorting: false,
        header: dns("column"),
        cell: ({ row }) => <DnsSummary lights={lights.get(row.original.name)} />,
        meta: { phone: "hide", isForWideScreens: true },
      },
      {
        id: "locked",
        accessorKey: "locked",
        header: t("lock"),
        cell: ({ row }) => (
          <StatusBadge tone={switchStates[row.original.locked ? "on" : "off"].tone}>
            {row.original.locked ? t("lockOn") : t("lockOff")}
          </StatusBadge>
        ),
        meta: { phone: "hide", isForWideScreens: true },
      },
      {
        id: "whoisPrivacy",
        accessorKey: "whoisPrivacy",
        header: t("privacy"),
        cell: ({ row }) => (
          <StatusBadge tone={switchStates[row.original.whoisPrivacy ? "on" : "off"].tone}>
            {row.original.whoisPrivacy ? t("privacyOn") : t("privacyOff")}
          </StatusBadge>
        ),
        meta: { phone: "lowAside", isForWideScreens: true },
      },
    ],
    [t, dns, lights, now],
  );
}
