import { DomainSkeleton } from "@/features/domain-page/domain-skeleton.tsx";

export default function Loading() {
  return <DomainSkeleton />;
}
