import { BasketSkeleton } from "@/features/checkout/basket-skeleton.tsx";

export default function Loading() {
  return <BasketSkeleton />;
}
