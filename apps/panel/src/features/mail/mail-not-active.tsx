"use client";
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { DomainStatus } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { domainPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { ActivateMailButton } from "./plan/activate-mail-button.tsx";

type Props = { name: string; status: DomainStatus | undefined };

export function MailNotActive({ name, status }: Props) {
  const t = useTranslations("mail");
  const isDeleted = status === "redemption" || status === "pending_delete";
  return (
    <>
      <PageHeader title={toUnicodeName(name)} crumbs={[{ label: t("title"), href: "/mail" }]} />
      {isDeleted ? (
        <EmptyState
          icon={IconMail}
          title={t("awayTitle")}
          action={
            <Button component={Link} variant="default" href={domainPath(name)}>
              {t("toDomain")}
            </Button>
          }
        >
          {t(`away_${status}`)}
        </EmptyState>
      ) : (
        <EmptyState
          icon={IconMail}
          title={t("notActiveTitle")}
          action={<ActivateMailButton domainName={name} explains />}
        >
          {t("notActive")}
        </EmptyState>
      )}
    </>
  );
}
