"use client";
import { Box } from "@mantine/core";
import { IconCreditCardOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { BillingProfileSection } from "./billing/billing-profile-section.tsx";
import type { CardPageReturn } from "./cards/card-page-result.tsx";
import { SavedCards } from "./cards/saved-cards.tsx";
import { PaymentList } from "./list/payment-list.tsx";

export function PaymentsPage(returned: CardPageReturn) {
  return (
    <>
      <PaymentList />
      <Box mt={40}>
        <SavedCards {...returned} />
        <BillingProfileSection />
      </Box>
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
