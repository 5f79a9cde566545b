"use client";
import { problemOf } from "@/trpc/problem-of.ts";
import { useBasicWords } from "@/ui/plain/basic-words.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";

/** The default message for a failed call. */
export function PlainFailure({ error, title }: { error: unknown; title: string }) {
  const words = useBasicWords();
  const { detail, requestId, unreachable } = problemOf(error);
  return (
    <PlainProblem
      title={title}
      detail={unreachable ? words.unreachable : (detail ?? words.unknown)}
      requestId={requestId}
    />
  );
}
