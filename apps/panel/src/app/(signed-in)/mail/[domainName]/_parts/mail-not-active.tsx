"use client";
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ownScript } from "@/app/_parts/own-script.ts";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageHeader } from "@/ui/page-header.tsx";

export function MailNotActive({ name }: { name: string }) {
  const t = useTranslations("mail");
  return (
    <>
      <PageHeader title={ownScript(name)} crumbs={[{ label: t("title"), href: "/mail" }]} />
      <EmptyState
        icon={IconMail}
        title={t("notActiveTitle")}
        action={
          <Button component={Link} href={`/mail/activate?domain=${encodeURIComponent(name)}`}>
            {t("activate")}
          </Button>
        }
      >
        {t("notActive")}
      </EmptyState>
    </>
  );
}
