"use client";
import { Button } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

export function EmptyBasket() {
  const t = useTranslations("checkout");
  return (
    <EmptyState
      icon={IconShoppingCart}
      title={t("emptyTitle")}
      action={
        <Button component={Link} href="/domains/search">
          {t("search")}
        </Button>
      }
    >
      {t("empty")}
    </EmptyState>
  );
}
