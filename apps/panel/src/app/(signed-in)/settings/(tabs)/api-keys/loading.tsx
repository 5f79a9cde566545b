import { ApiKeyListSkeleton } from "@/features/api-keys/api-key-list-skeleton.tsx";

export default function Loading() {
  return <ApiKeyListSkeleton />;
}
