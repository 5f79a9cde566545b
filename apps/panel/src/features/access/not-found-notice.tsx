"use client";
import { Button } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

export function NotFoundNotice() {
  const t = useTranslations("notFound");
  return (
    <EmptyState
      icon={IconMapOff}
      order={1}
      title={t("title")}
      action={
        <Button component={Link} href="/domains" variant="default">
          {t("home")}
        </Button>
      }
    >
      {t("words")}
    </EmptyState>
  );
}
