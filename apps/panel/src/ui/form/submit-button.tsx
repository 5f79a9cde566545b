"use client";
import { Button, type ButtonProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import { bankStepOf, type SubmitFailure } from "./submission.ts";

/** Sends the form. Once the bank wants a confirmation, that is the only thing left to do. */
export function SubmitButton({
  failure,
  isAutoFocused,
  ...button
}: ButtonProps & { failure: SubmitFailure | undefined; isAutoFocused?: boolean }) {
  const t = useTranslations("failure");
  const bank = bankStepOf(failure);
  if (bank === undefined) {
    return <Button type="submit" data-autofocus={isAutoFocused || undefined} {...button} />;
  }
  const { size, fullWidth } = button;
  return (
    <Button component="a" href={bank} size={size} fullWidth={fullWidth}>
      {t("confirmPayment")}
    </Button>
  );
}
