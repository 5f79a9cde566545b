import { OperationSkeleton } from "./_parts/operation-skeleton.tsx";

export default function Loading() {
  return <OperationSkeleton />;
}
