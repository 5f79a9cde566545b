import { useTranslations } from "next-intl";
import { PlainFailure } from "@/lib/plain-failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { PlainProblem } from "@/ui/plain/problem.tsx";

/** Errors that are not about the code itself: too many attempts, or no connection. */
export function NotVerified({ error }: { error: unknown }) {
  const t = useTranslations("secondFactor");
  const { status, code, detail, retryAfterSeconds, unreachable } = problemOf(error);
  if (status === 429) {
    return (
      <PlainProblem
        title={t(code === "second_factor_locked" ? "lockedTitle" : "tooManyTitle")}
        detail={
          retryAfterSeconds === undefined
            ? detail
            : t("locked", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })
        }
      />
    );
  }
  if (unreachable || (status ?? 500) >= 500) {
    return <PlainFailure error={error} title={t("failedTitle")} />;
  }
  return null;
}
