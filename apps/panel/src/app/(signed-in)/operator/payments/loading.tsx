import { OperatorSkeleton } from "@/features/operator/operator-skeleton.tsx";

export default function Loading() {
  return <OperatorSkeleton />;
}
