import { DomainSkeleton } from "./[name]/_parts/domain-skeleton.tsx";

export default function Loading() {
  return <DomainSkeleton />;
}
