"use client";
import { problemOf } from "@/trpc/problem-of.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";

export function Failure({ error, title, onRetry }: { error: unknown; title: string; onRetry?: () => void }) {
  return <FailureAlert failure={problemOf(error)} title={title} onRetry={onRetry} />;
}
