import { ZoneTabSkeleton } from "@/features/zones/zone-skeleton.tsx";

export default function Loading() {
  return <ZoneTabSkeleton />;
}
