"use client";
import { useTranslations } from "next-intl";
import { bankStepOf, type SubmitFailure } from "@/ui/form/submission.ts";
import { Link } from "@/ui/link.tsx";
import { NextStep } from "./next-step.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

/** Of a form, whose button leads to the bank if that is the next step. */
export function FailureAlert(props: {
  failure: SubmitFailure;
  title: string;
  onRetry?: (() => void) | undefined;
}) {
  const { failure, title, onRetry } = props;
  const { requestId, code, paymentUrl, orderHref } = failure;
  const t = useTranslations("failure");
  if (bankStepOf(failure) !== undefined) {
    return (
      <NextStep title={t("oneMoreStep")}>
        {t("oneMoreStepWords")}{" "}
        {orderHref === undefined ? null : <Link href={orderHref}>{t("openOrder")}</Link>}
      </NextStep>
    );
  }
  return (
    <ProblemAlert
      title={failure.unanswered ? t("unansweredTitle") : title}
      detail={failure.unreachable ? t(withoutAnswer(failure)) : (failure.detail ?? t("unknown"))}
      requestId={requestId}
      onRetry={onRetry}
      actions={[
        ...(paymentUrl === undefined ? [] : [{ href: paymentUrl, label: t(payLabelOf(code)) }]),
        ...(orderHref === undefined ? [] : [{ href: orderHref, label: t("openOrder") }]),
      ]}
    />
  );
}

function withoutAnswer({ unanswered }: SubmitFailure) {
  switch (unanswered) {
    case "repeat":
      return "unansweredRepeat";
    case "reload":
      return "unansweredReload";
    default:
      return "unreachable";
  }
}

function payLabelOf(code: string | undefined) {
  switch (code) {
    case "card_declined":
      return "payWithAnotherCard";
    default:
      return "payByCard";
  }
}
