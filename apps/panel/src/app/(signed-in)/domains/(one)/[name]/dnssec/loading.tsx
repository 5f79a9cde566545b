import { DnssecSkeleton } from "@/features/dnssec/dnssec-skeleton.tsx";

export default function Loading() {
  return <DnssecSkeleton />;
}
