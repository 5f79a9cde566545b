import { OverviewSkeleton } from "@/features/overview/overview-skeleton.tsx";

export default function Loading() {
  return <OverviewSkeleton />;
}
