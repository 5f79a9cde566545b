import { ZoneListSkeleton } from "@/features/zones/list/zone-list-skeleton.tsx";

export default function Loading() {
  return <ZoneListSkeleton />;
}
