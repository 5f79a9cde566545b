"use client";
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

export function MailNotActive({ name }: { name: string }) {
  const t = useTranslations("mail");
  return (
    <>
      <PageHeader title={toUnicodeName(name)} crumbs={[{ label: t("title"), href: "/mail" }]} />
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
