"use client";
import { IconCreditCardOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/ui/list/empty-state.tsx";

/** For a link to a page that this installation hides. */
export function PaymentsOff() {
  const t = useTranslations("payments");
  return (
    <EmptyState icon={IconCreditCardOff} title={t("offTitle")} order={1}>
      {t("off")}
    </EmptyState>
  );
}
