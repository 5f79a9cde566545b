"use client";
import { Button, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { transferPath } from "@/lib/paths.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { TransferLinesForm } from "./transfer-lines-form.tsx";

/** Moves many domains in at once. */
export function TransferList() {
  const t = useTranslations("transferIn");
  return (
    <>
      <PageHeader
        title={t("listTitle")}
        crumbs={[{ label: t("domains"), href: "/domains" }]}
        below={<Text c="dimmed">{t("listIntro")}</Text>}
        actions={
          <Button component={Link} href={transferPath()} variant="default">
            {t("oneDomain")}
          </Button>
        }
        long
      />
      <TransferLinesForm />
    </>
  );
}
