import { PaymentsSkeleton } from "@/features/payments/payments-skeleton.tsx";

export default function Loading() {
  return <PaymentsSkeleton />;
}
