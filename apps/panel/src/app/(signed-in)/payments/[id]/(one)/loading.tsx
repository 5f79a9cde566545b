import { PaymentSkeleton } from "@/features/payments/one/payment-skeleton.tsx";

export default function Loading() {
  return <PaymentSkeleton />;
}
