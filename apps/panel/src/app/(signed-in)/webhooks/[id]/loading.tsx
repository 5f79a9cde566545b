import { EndpointSkeleton } from "./_parts/endpoint-skeleton.tsx";

export default function Loading() {
  return <EndpointSkeleton />;
}
