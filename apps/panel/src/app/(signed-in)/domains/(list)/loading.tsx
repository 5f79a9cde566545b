import { DomainListSkeleton } from "@/features/domain-list/domain-list-skeleton.tsx";

export default function Loading() {
  return <DomainListSkeleton />;
}
