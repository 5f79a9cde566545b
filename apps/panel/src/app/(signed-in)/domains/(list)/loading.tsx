import { DomainListSkeleton } from "../_parts/domain-list-skeleton.tsx";

export default function Loading() {
  return <DomainListSkeleton />;
}
