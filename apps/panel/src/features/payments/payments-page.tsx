"use client";
import { Box } from "@mantine/core";
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
