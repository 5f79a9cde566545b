import { DomainOverviewSkeleton } from "../_parts/domain-overview.tsx";

export default function Loading() {
  return <DomainOverviewSkeleton />;
}
