import { PeopleSkeleton } from "@/features/people/people-skeleton.tsx";

export default function Loading() {
  return <PeopleSkeleton />;
}
