import { PurchaseSkeleton } from "@/features/purchase/purchase-skeleton.tsx";

export default function Loading() {
  return <PurchaseSkeleton />;
}
