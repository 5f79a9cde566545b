import { OperationListSkeleton } from "../_parts/operation-list-skeleton.tsx";

export default function Loading() {
  return <OperationListSkeleton />;
}
