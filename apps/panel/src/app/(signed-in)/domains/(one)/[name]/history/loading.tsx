import { HistorySkeleton } from "@/features/history/history-skeleton.tsx";

export default function Loading() {
  return <HistorySkeleton />;
}
