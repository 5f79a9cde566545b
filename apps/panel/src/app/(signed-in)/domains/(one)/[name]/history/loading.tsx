import { HistorySkeleton } from "./_parts/history-skeleton.tsx";

export default function Loading() {
  return <HistorySkeleton />;
}
