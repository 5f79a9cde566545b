import { OperationListSkeleton } from "@/features/operations/operation-list-skeleton.tsx";

export default function Loading() {
  return <OperationListSkeleton />;
}
