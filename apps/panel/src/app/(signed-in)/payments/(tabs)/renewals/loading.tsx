import { RenewalsSkeleton } from "@/features/payments/renewals/renewals-skeleton.tsx";

export default function Loading() {
  return <RenewalsSkeleton />;
}
