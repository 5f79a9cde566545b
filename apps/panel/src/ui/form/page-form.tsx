"use client";
import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { FormEventHandler, ReactNode, RefObject } from "react";
import { Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { StillWaiting } from "./still-waiting.tsx";
import { isOrdered, type Submission } from "./submission.ts";
import { SubmitButton } from "./submit-button.tsx";
import { Unsaved } from "./unsaved.tsx";

export type PageFormProps = {
  form: { formRef: RefObject<HTMLFormElement | null>; isDirty: boolean };
  submission: Submission;
  onSubmit: FormEventHandler<HTMLFormElement>;
  submitLabel: string;
  /** Title of the notice when the submit fails. */
  failedTitle: string;
  isReady?: boolean;
  /** The target of Cancel; without it, there is no Cancel button. */
  cancelHref?: string;
  /** Next to the buttons. */
  status?: ReactNode;
  gap?: "md" | "lg" | "xl";
  maxWidth?: number;
  children: ReactNode;
};

/** A form within a page, with its error message and its buttons. */
export function PageForm(props: PageFormProps) {
  const { form, submission, onSubmit, submitLabel, failedTitle, isReady = true, cancelHref, status } = props;
  const t = useTranslations("ui");
  return (
    <Surface>
      <form ref={form.formRef} noValidate method="post" onSubmit={onSubmit}>
        <Unsaved isDirty={form.isDirty && !submission.isPending && !isOrdered(submission.failure)} />
        <Stack gap={props.gap ?? "md"} maw={props.maxWidth}>
          {props.children}
          {submission.failure ? <FailureAlert failure={submission.failure} title={failedTitle} /> : null}
          <Group gap="xs">
            <SubmitButton failure={submission.failure} loading={submission.isPending} disabled={!isReady}>
              {submitLabel}
            </SubmitButton>
            {cancelHref === undefined ? null : (
              <Button component={Link} href={cancelHref} variant="default" data-discards>
                {t("cancel")}
              </Button>
            )}
            {status}
            {submission.isPending ? <StillWaiting /> : null}
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}
