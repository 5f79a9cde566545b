import { DnssecSkeleton } from "./_parts/dnssec-skeleton.tsx";

export default function Loading() {
  return <DnssecSkeleton />;
}
