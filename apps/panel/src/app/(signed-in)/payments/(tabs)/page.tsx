import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { loadPaymentListParams, paymentPageInputOf } from "@/features/payments/list/payment-list-params.ts";
import { loadPaymentParams } from "@/features/payments/payment-params.ts";
import { PaymentsOff } from "@/features/payments/payments-off.tsx";
import { PaymentsPage } from "@/features/payments/payments-page.tsx";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch, prefetchPages } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("payments"))("title") };
}

export default pageFor<{ searchParams: Promise<SearchParams> }>(
  { right: "payments:read", what: "payments", order: 1 },
  async ({ searchParams }, { paymentsOn }) => {
    if (!paymentsOn) {
      return <PaymentsOff />;
    }
    const { orders, payments } = getTrpc();
    const input = paymentPageInputOf(await loadPaymentListParams(searchParams), await getTimeZone());
    await Promise.all([
      prefetchPages(orders.payments.infiniteQueryOptions(input, nextPage)),
      prefetch(payments.methods.list.queryOptions()),
      prefetch(payments.billing.get.queryOptions()),
    ]);
    const { adding, cardPage } = await loadPaymentParams(searchParams);
    return (
      <HydratePage>
        <PaymentsPage cardPageId={cardPage} hasLeft={adding !== null && cardPage === null} />
      </HydratePage>
    );
  },
);
