"use client";
import { Box, Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/frame/surface.tsx";
import { BillingProfileSkeleton } from "./billing/billing-profile-skeleton.tsx";
import { CardTableSkeleton } from "./cards/card-table-skeleton.tsx";
import { PaymentListSkeleton } from "./list/payment-list-skeleton.tsx";

export function PaymentsSkeleton() {
  const t = useTranslations("payments");
  const billing = useTranslations("billing");
  return (
    <>
      <PaymentListSkeleton />
      <Box mt={40}>
        <Section
          title={t("savedCards")}
          description={t("savedCardsWords")}
          action={<Skeleton height={36} width={120} />}
        >
          <CardTableSkeleton />
        </Section>
        <Section
          title={billing("title")}
          description={billing("words")}
          action={<Skeleton height={36} width={250} />}
        >
          <BillingProfileSkeleton />
        </Section>
      </Box>
    </>
  );
}
