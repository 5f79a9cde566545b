import { EndpointSkeleton } from "@/features/webhooks/endpoint-skeleton.tsx";

export default function Loading() {
  return <EndpointSkeleton />;
}
