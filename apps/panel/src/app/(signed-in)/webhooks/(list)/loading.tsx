import { EndpointListSkeleton } from "@/features/webhooks/endpoint-list-skeleton.tsx";

export default function Loading() {
  return <EndpointListSkeleton />;
}
