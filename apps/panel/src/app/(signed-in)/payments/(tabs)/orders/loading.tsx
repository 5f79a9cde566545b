import { OrderListSkeleton } from "@/features/orders/order-list-skeleton.tsx";

export default function Loading() {
  return <OrderListSkeleton />;
}
