"use client";
import { useTranslations } from "next-intl";
import type { SubmitFailure } from "@/ui/form/submission.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

const conflicts = [
  "payment_disputed",
  "refund_too_large",
  "nothing_to_refund",
  "order_in_progress",
  "operator_decides",
] as const;

/** Why a refund isn't possible. What was true when the page loaded may have changed since. */
export function RefundRefused(props: {
  failure: SubmitFailure;
  leftCents: number;
  currency: string;
  onRetry?: () => void;
}) {
  const { failure, leftCents, currency, onRetry } = props;
  const t = useTranslations("payment");
  const money = useMoney();
  const conflict = conflicts.find((code) => code === failure.code);
  if (conflict === undefined) {
    return <FailureAlert failure={failure} title={t("notRefunded")} onRetry={onRetry} />;
  }
  return (
    <ProblemAlert
      title={t("notRefunded")}
      detail={t(`refused_${conflict}`, { amount: money(leftCents, currency) })}
    />
  );
}
