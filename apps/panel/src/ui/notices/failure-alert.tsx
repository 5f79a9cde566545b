"use client";
import { useTranslations } from "next-intl";
import { ProblemAlert } from "./problem-alert.tsx";

export function FailureAlert(props: {
  failure: { detail?: string | undefined; requestId?: string | undefined; unreachable: boolean };
  title: string;
  onRetry?: (() => void) | undefined;
}) {
  const { failure, title, onRetry } = props;
  const { detail, requestId, unreachable } = failure;
  const t = useTranslations("failure");
  return (
    <ProblemAlert
      title={title}
      detail={unreachable ? t("unreachable") : (detail ?? t("unknown"))}
      requestId={requestId}
      onRetry={onRetry}
    />
  );
}
