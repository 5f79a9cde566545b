import { PeopleSkeleton } from "./_parts/people-skeleton.tsx";

export default function Loading() {
  return <PeopleSkeleton />;
}
