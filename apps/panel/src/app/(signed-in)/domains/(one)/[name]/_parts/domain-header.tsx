"use client";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainStatus } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { ownScript } from "@/app/_parts/own-script.ts";
import { domainPath } from "@/app/_parts/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { useMomentText } from "@/ui/moment.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { TabLinks } from "@/ui/tab-links.tsx";
import { DomainName } from "../../../_parts/domain-name.tsx";
import { DomainStatusBadge } from "../../../_parts/domain-status.tsx";
import classes from "./domain-header.module.css";

export function DomainHeader({ name }: { name: string }) {
  const t = useTranslations("domain");
  const list = useTranslations("domains");
  const trpc = useTRPC();
  const { data: domain } = useQuery(trpc.domains.get.queryOptions({ name }));
  return (
    <>
      <PageHeader
        crumbs={[{ label: list("title"), href: "/domains" }]}
        title={
          <span className={classes.name}>
            <span>
              <DomainName name={name} unicodeName={domain?.unicodeName ?? ownScript(name)} />
            </span>
            <CopyButton value={name} label={t("name")} />
          </span>
        }
        below={
          domain ? (
            <div className={classes.status}>
              <DomainStatusBadge status={domain.status} />
              <StatusWords status={domain.status} autoRenew={domain.autoRenew} expiresAt={domain.expiresAt} />
            </div>
          ) : (
            <Skeleton height={20} width={280} mt={8} />
          )
        }
      />
      <TabLinks
        label={t("tabs")}
        tabs={[
          { label: t("overview"), href: domainPath(name) },
          { label: t("dnssec"), href: domainPath(name, "dnssec"), count: domain?.dsRecords.length },
          { label: t("history"), href: domainPath(name, "history") },
        ]}
      />
    </>
  );
}

/** One line that says why, who acts next, and until when. */
function StatusWords(props: { status: DomainStatus; autoRenew: boolean; expiresAt: string }) {
  const { status, autoRenew, expiresAt } = props;
  const t = useTranslations("domainStatusWords");
  const date = useMomentText()(expiresAt, "date");
  return (
    <Text size="sm" c="dimmed">
      {status === "active" ? t(autoRenew ? "active_renew" : "active_end", { date }) : t(status, { date })}
    </Text>
  );
}
