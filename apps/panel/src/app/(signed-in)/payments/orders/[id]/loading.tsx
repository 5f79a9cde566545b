import { OrderSkeleton } from "@/features/orders/order-skeleton.tsx";

export default function Loading() {
  return <OrderSkeleton />;
}
