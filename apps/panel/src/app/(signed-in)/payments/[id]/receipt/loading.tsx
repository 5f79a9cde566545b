import { ReceiptSkeleton } from "@/features/payments/receipt/receipt-skeleton.tsx";

export default function Loading() {
  return <ReceiptSkeleton />;
}
