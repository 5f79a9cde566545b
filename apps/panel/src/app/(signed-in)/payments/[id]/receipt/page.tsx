import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { PaymentsOff } from "@/features/payments/payments-off.tsx";
import { ReceiptPage } from "@/features/payments/receipt/receipt-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("receipt"))("tab") };
}

export default pageFor<{ params: Promise<{ id: string }> }>(
  { right: "payments:read", what: "payments", order: 1 },
  async ({ params }, { paymentsOn }) => {
    if (!paymentsOn) {
      return <PaymentsOff />;
    }
    const id = decodeURIComponent((await params).id);
    await prefetchOrNotFound(getTrpc().orders.receipt.queryOptions({ id }));
    return (
      <HydratePage>
        <ReceiptPage paymentId={id} />
      </HydratePage>
    );
  },
);
