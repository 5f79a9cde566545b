import { ApiKeyListSkeleton } from "../../api-keys/_parts/api-key-list-skeleton.tsx";

export default function Loading() {
  return <ApiKeyListSkeleton />;
}
