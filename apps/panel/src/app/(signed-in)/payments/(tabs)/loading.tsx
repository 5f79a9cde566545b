import { PaymentsSkeleton } from "@/features/payments/cards/saved-cards-skeleton.tsx";

export default function Loading() {
  return <PaymentsSkeleton />;
}
