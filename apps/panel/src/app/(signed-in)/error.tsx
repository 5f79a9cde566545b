"use client";
import { useTranslations } from "next-intl";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

export default function PlaceError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("failure");
  return <ProblemAlert title={t("pageTitle")} detail={t("page")} requestId={error.digest} onRetry={reset} />;
}
