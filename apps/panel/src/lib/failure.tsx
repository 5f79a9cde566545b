"use client";
import { useTranslations } from "next-intl";
import { problemOf } from "@/trpc/problem-of.ts";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

/** What a failed call tells a person. */
export function Failure({ error, title, onRetry }: { error: unknown; title: string; onRetry?: () => void }) {
  const t = useTranslations("failure");
  const { detail, requestId, unreachable } = problemOf(error);
  return (
    <ProblemAlert
      title={title}
      detail={unreachable ? t("unreachable") : (detail ?? t("unknown"))}
      requestId={requestId}
      onRetry={onRetry}
    />
  );
}
