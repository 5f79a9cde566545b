"use client";
import { IconArrowForwardUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAlias } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { MailSection } from "./mail-section.tsx";

const CreateAliasDialog = lazyDialog(() =>
  import("./create-alias-dialog.tsx").then((module) => module.CreateAliasDialog),
);

const isExternal = (alias: MailAlias) => alias.toAddresses.some(({ external }) => external);

export function Aliases({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.aliases.queryOptions({ domainName }));
  const columns = useMemo<ColumnDef<MailAlias>[]>(
    () => [
      {
        id: "from",
        header: t("from"),
        cell: ({ row }) => <Mono label={t("from")}>{toUnicodeName(row.original.fromAddress)}</Mono>,
        meta: { phone: "title" },
      },
      {
        id: "to",
        header: t("to"),
        cell: ({ row }) => (
          <Mono label={t("to")}>
            {row.original.toAddresses.map(({ address }) => toUnicodeName(address)).join(", ")}
          </Mono>
        ),
        meta: { phone: "detail" },
      },
      {
        id: "where",
        header: t("where"),
        cell: ({ row }) => (
          <StatusBadge tone={isExternal(row.original) ? "info" : "good"}>
            {isExternal(row.original) ? t("external") : t("internal")}
          </StatusBadge>
        ),
        meta: { phone: "status" },
      },
      {
        id: "created",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "aside" },
      },
    ],
    [t],
  );
  return (
    <MailSection
      domainName={domainName}
      title={t("aliases")}
      description={t("aliasesWords")}
      query={query}
      columns={columns}
      skeleton={{ headers: [t("from"), t("to"), t("where")], rows: 2 }}
      empty={{ icon: IconArrowForwardUp, title: t("noAliasesTitle"), words: t("noAliases") }}
      add={{ act: "alias", label: t("addAlias"), variant: "default" }}
      dialog={CreateAliasDialog}
    />
  );
}
