"use client";
import { IconCreditCardOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { BillingProfileSection } from "./billing/billing-profile-section.tsx";
import type { CardPageReturn } from "./cards/card-page-result.tsx";
import { SavedCards } from "./cards/saved-cards.tsx";

export function PaymentsPage(returned: CardPageReturn) {
  const t = useTranslations("payments");
  return (
    <>
      <PageHeader title={t("title")} />
      <SavedCards {...returned} />
      <BillingProfileSection />
    </>
  );
}

/** For a link to a page that this installation hides. */
export function PaymentsOff() {
  const t = useTranslations("payments");
  return (
    <EmptyState icon={IconCreditCardOff} title={t("offTitle")} order={1}>
      {t("off")}
    </EmptyState>
  );
}
