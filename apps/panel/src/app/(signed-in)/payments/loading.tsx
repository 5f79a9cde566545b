import { PaymentsSkeleton } from "@/features/payments/saved-cards-skeleton.tsx";

export default function Loading() {
  return <PaymentsSkeleton />;
}
