import type { ReactNode } from "react";
import { PaymentPlaces } from "@/features/payments/payment-places.tsx";
import { PageMessages } from "@/i18n/messages.tsx";

export default function PaymentsLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages of="paymentTabs">
      <PaymentPlaces />
      {children}
    </PageMessages>
  );
}
