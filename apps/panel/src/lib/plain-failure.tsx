"use client";
import { problemOf } from "@/trpc/problem-of.ts";
import { useBasicMessages } from "@/ui/plain/basic-messages.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";

/** The default message for a failed call. */
export function PlainFailure({ error, title }: { error: unknown; title: string }) {
  const words = useBasicMessages();
  const { detail, requestId, unreachable } = problemOf(error);
  return (
    <PlainProblem
      title={title}
      detail={unreachable ? words.unreachable : (detail ?? words.unknown)}
      requestId={requestId}
    />
  );
}
