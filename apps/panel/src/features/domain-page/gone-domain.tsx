"use client";
import { Button, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useSelectedLayoutSegment } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { domainPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

/** A domain that was deleted or transferred away: all that remains is its history. */
export function GoneDomain({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslations("domain");
  const list = useTranslations("domains");
  const isHistory = useSelectedLayoutSegment() === "history";
  return (
    <>
      <PageHeader
        crumbs={[{ label: list("title"), href: "/domains" }]}
        title={<DomainName name={name} unicodeName={toUnicodeName(name)} />}
        below={isHistory ? <Text c="dimmed">{t("goneHistory")}</Text> : undefined}
      />
      {isHistory ? (
        children
      ) : (
        <EmptyState
          icon={IconHistory}
          title={t("goneTitle")}
          action={
            <Button component={Link} href={domainPath(name, "history")}>
              {t("goneAction")}
            </Button>
          }
        >
          {t("goneWords")}
        </EmptyState>
      )}
    </>
  );
}
