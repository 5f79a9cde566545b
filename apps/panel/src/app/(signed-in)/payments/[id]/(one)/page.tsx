import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { PaymentPage } from "@/features/payments/one/payment-page.tsx";
import { PaymentsOff } from "@/features/payments/payments-off.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("payment"))("title") };
}

export default pageFor<{ params: Promise<{ id: string }> }>(
  { right: "payments:read", what: "payments", order: 1 },
  async ({ params }, { paymentsOn }) => {
    if (!paymentsOn) {
      return <PaymentsOff />;
    }
    const id = decodeURIComponent((await params).id);
    await prefetchOrNotFound(getTrpc().orders.payment.queryOptions({ id }));
    return (
      <HydratePage>
        <PaymentPage id={id} />
      </HydratePage>
    );
  },
);
