"use client";
import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { FormEventHandler, ReactNode, RefObject } from "react";
import { Dialog, type DialogProps } from "@/ui/frame/dialog.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { StillWaiting } from "./still-waiting.tsx";
import { isOrdered, type Submission } from "./submission.ts";
import { SubmitButton } from "./submit-button.tsx";
import { Unsaved } from "./unsaved.tsx";

export type FormDialogProps = Omit<DialogProps, "isModal" | "onExited"> & {
  form?: { formRef: RefObject<HTMLFormElement | null>; reset: () => void; isDirty: boolean };
  submission: Submission;
  onSubmit: FormEventHandler<HTMLFormElement>;
  submitLabel: string;
  cancelLabel?: string;
  /** Title of the notice when the submit fails. */
  failedTitle: string;
  /** Shown in place of the submission's own failure. */
  failure?: ReactNode;
  isReady?: boolean;
  isDangerous?: boolean;
  /** The button that has the focus initially, if there are no fields. */
  focus?: "cancel" | "submit" | undefined;
  /** Whether something outside `form` was typed. */
  isDirty?: boolean;
  /** Resets state outside `form`. */
  onReset?: () => void;
  /** Replaces the form after a success. */
  result?: ReactNode;
  /** The result is shown only once, so an accidental click must not close it. */
  isResultSecret?: boolean;
  /** The same for something next to the fields. */
  hasSecret?: boolean;
  /** Next to the button that sends the form: another way to send it. */
  otherSubmit?: ReactNode;
};

/** A dialog with one form. Both are reset once it has closed. */
export function FormDialog(props: FormDialogProps) {
  const { form, submission, onSubmit, onReset, result, children, ...rest } = props;
  const { isResultSecret = false, hasSecret = false, otherSubmit } = rest;
  const isDirty = (form?.isDirty ?? false) || (rest.isDirty ?? false);
  const { submitLabel, cancelLabel, failedTitle, failure, isReady = true, isDangerous, focus } = rest;
  const { opened, onClose, title, size, zIndex } = rest;
  const t = useTranslations("ui");
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      zIndex={zIndex}
      isModal={hasSecret || (isResultSecret && Boolean(result))}
      onExited={() => {
        form?.reset();
        submission.reset();
        onReset?.();
      }}
    >
      {result || (
        <form ref={form?.formRef} noValidate method="post" onSubmit={onSubmit}>
          <Unsaved isDirty={isDirty && !submission.isSuccess && !isOrdered(submission.failure)} />
          <Stack gap="md">
            {children}
            {failure ??
              (submission.failure ? <FailureAlert failure={submission.failure} title={failedTitle} /> : null)}
            <Group justify="flex-end" gap="xs">
              {submission.isPending ? <StillWaiting /> : null}
              <Button variant="default" onClick={onClose} data-autofocus={focus === "cancel" || undefined}>
                {cancelLabel ?? t("cancel")}
              </Button>
              {otherSubmit}
              <SubmitButton
                failure={submission.failure}
                isAutoFocused={focus === "submit"}
                color={isDangerous ? "red.8" : undefined}
                disabled={!isReady}
                loading={submission.isPending}
              >
                {submitLabel}
              </SubmitButton>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
