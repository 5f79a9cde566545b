import { OperationSkeleton } from "@/features/operations/operation-skeleton.tsx";

export default function Loading() {
  return <OperationSkeleton />;
}
