import { ApiKeySkeleton } from "@/features/api-keys/api-key-skeleton.tsx";

export default function Loading() {
  return <ApiKeySkeleton />;
}
