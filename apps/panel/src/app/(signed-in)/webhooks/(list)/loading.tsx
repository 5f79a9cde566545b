import { EndpointListSkeleton } from "../_parts/endpoint-list-skeleton.tsx";

export default function Loading() {
  return <EndpointListSkeleton />;
}
