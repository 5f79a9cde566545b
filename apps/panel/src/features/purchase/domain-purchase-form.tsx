"use client";
import type { DomainOperationPreview } from "@zonepost/schema";
import type { FormEventHandler, ReactNode, RefObject } from "react";
import { isOrdered, type SubmitFailure } from "@/ui/form/submission.ts";
import { SubmitButton } from "@/ui/form/submit-button.tsx";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./purchase.module.css";
import { PurchaseSummary, type PurchaseSummaryProps } from "./purchase-summary.tsx";

type DomainPurchaseFormProps = {
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: FormEventHandler<HTMLFormElement>;
  summary: Omit<PurchaseSummaryProps, "children">;
  failure: { reason: SubmitFailure; title: string } | undefined;
  submitLabel: (price: string | undefined) => string;
  /** The preview with the price on the button. */
  priced: DomainOperationPreview | undefined;
  isReady?: boolean;
  isPending: boolean;
  /** Something was typed and is not bought yet. */
  isDirty: boolean;
  children: ReactNode;
};

/** Fields on the left; the summary and the buy button on the right. */
export function DomainPurchaseForm(props: DomainPurchaseFormProps) {
  const {
    formRef,
    onSubmit,
    summary,
    failure,
    submitLabel,
    priced,
    isReady = true,
    isPending,
    isDirty,
  } = props;
  const money = useMoney();
  const price =
    priced && priced.priceCents !== null && priced.currency
      ? money(priced.priceCents, priced.currency)
      : undefined;
  return (
    <form ref={formRef} noValidate method="post" className={classes.columns} onSubmit={onSubmit}>
      <Unsaved isDirty={isDirty && !isOrdered(failure?.reason)} />
      <div>{props.children}</div>
      <PurchaseSummary {...summary}>
        {failure ? <FailureAlert failure={failure.reason} title={failure.title} /> : null}
        <SubmitButton failure={failure?.reason} size="md" fullWidth disabled={!isReady} loading={isPending}>
          {submitLabel(price)}
        </SubmitButton>
      </PurchaseSummary>
    </form>
  );
}
