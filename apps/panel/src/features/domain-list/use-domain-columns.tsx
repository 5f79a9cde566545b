"use client";
import type { ColumnDef } from "@tanstack/react-table";
import { switchStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DnsBadge } from "@/features/domains/dns-states.tsx";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { DomainStatusBadge } from "@/features/domains/domain-status-badge.tsx";
import type { ListedDomain } from "@/features/domains/listed-domain.ts";
import { DnsSummary } from "@/features/mail/dns-records/dns-lights.tsx";
import { domainPath } from "@/lib/paths.ts";
import { RowLink } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { DatedMoment } from "@/ui/values/moment.tsx";

export function useDomainColumns(): ColumnDef<ListedDomain>[] {
  const t = useTranslations("domains");
  const dns = useTranslations("mailDns");
  return useMemo<ColumnDef<ListedDomain>[]>(
    () => [
      {
        id: "name",
        accessorKey: "unicodeName",
        header: t("name"),
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
        meta: { phone: "lowAside" },
      },
      {
        id: "mailDns",
        enableSorting: false,
        header: dns("column"),
        cell: ({ row: { original } }) =>
          original.hasMail ? <DnsSummary summary={original.mailDns} /> : dns("noMail"),
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
        meta: { phone: "hide", isForWideScreens: true },
      },
    ],
    [t, dns],
  );
}
