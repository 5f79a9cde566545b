"use client";
import { Button } from "@mantine/core";
import { IconWorldSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

export function NoNameGiven() {
  const t = useTranslations("register");
  return (
    <EmptyState
      icon={IconWorldSearch}
      title={t("noNameTitle")}
      action={
        <Button component={Link} href="/domains/search">
          {t("toSearch")}
        </Button>
      }
    >
      {t("noName")}
    </EmptyState>
  );
}
