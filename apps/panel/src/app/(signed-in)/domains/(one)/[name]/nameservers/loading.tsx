import { DomainOverviewSkeleton } from "@/features/domains/domain-overview-skeleton.tsx";

export default function Loading() {
  return <DomainOverviewSkeleton />;
}
