import { PurchaseSkeleton } from "../_parts/purchase-skeleton.tsx";

export default function Loading() {
  return <PurchaseSkeleton />;
}
