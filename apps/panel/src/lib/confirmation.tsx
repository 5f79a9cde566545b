"use client";
import { List, Text } from "@mantine/core";
import type messages from "@messages/en.json";
import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { FormDialogProps } from "@/ui/form/form-dialog.tsx";
import type { SubmitFailure } from "@/ui/form/submission.ts";
import { type SubmitOptions, useSubmit } from "./use-submit.ts";

type Messages = typeof messages;

/** The texts of a confirmation, which are `confirm.<act>` of its namespace. */
type Texts = {
  title: string;
  words?: string;
  points?: Record<string, string>;
  /** Points with numbers. */
  steps?: Record<string, string>;
  /** Label of the field for `isRight`. */
  typed?: string;
  submit: string;
  cancel?: string;
  failed: string;
};

type ActOf<Name extends keyof Messages> = Messages[Name] extends {
  confirm: infer Acts extends Record<string, Texts>;
}
  ? keyof Acts & string
  : never;

type Values = Record<string, string | number | (() => ReactNode)>;

type Translate = {
  (key: string, values?: Values): string;
  rich: (key: string, values?: Values) => ReactNode;
};

type Confirmation<Data, Reason, Input, Context> = Pick<FormDialogProps, "isDangerous" | "focus"> & {
  mutation: SubmitOptions<Data, Reason, Input, Context>;
  input: Input;
  /** Loads what has changed, before the dialog closes. */
  refresh?: () => unknown;
  /** Refreshes also after a failure: what was to be changed may have changed meanwhile. */
  refreshesOnFailure?: boolean;
  /** Leaves the page. The dialog stays until then. */
  leave?: () => void;
  /** Of the texts. */
  values?: Values;
  /** Between the words and the points. */
  children?: ReactNode;
  /** Whether the typed text confirms an irreversible action. */
  isRight?: (words: string) => boolean;
  /** Shown in place of the failure. */
  failure?: (failure: SubmitFailure) => ReactNode;
};

/** A dialog that explains one mutation and sends it once it is confirmed. It stays open with a failure. */
export function confirmation<Name extends keyof Messages, Props extends object, Data, Reason, Input, Context>(
  namespace: Name,
  act: ActOf<Name>,
  useConfirmation: (props: Props) => Confirmation<Data, Reason, Input, Context>,
) {
  return function Confirmation(props: Props & { opened: boolean; onClose: () => void }) {
    const { opened, onClose } = props;
    const { mutation, input, refresh, refreshesOnFailure, leave, values, ...rest } = useConfirmation(props);
    const { children, isRight, failure, ...look } = rest;
    const { confirm } = useMessages()[namespace] as unknown as { confirm: Record<typeof act, Texts> };
    const t = useTranslations(`${namespace}.confirm.${act}` as never) as unknown as Translate;
    const submission = useSubmit({
      ...mutation,
      onError: (...failed) => {
        if (refreshesOnFailure) {
          void refresh?.();
        }
        return mutation.onError?.(...failed);
      },
      onSuccess: async () => {
        leave?.();
        await refresh?.();
        if (!leave) {
          onClose();
        }
      },
    });
    const { words, points, steps, cancel } = confirm[act];
    return (
      <ConfirmDialog
        {...look}
        opened={opened}
        onClose={onClose}
        title={t("title", values)}
        submission={{ ...submission, isPending: submission.isPending || submission.isSuccess }}
        onConfirm={() => submission.mutate(input)}
        submitLabel={t("submit", values)}
        cancelLabel={cancel && t("cancel")}
        failedTitle={t("failed")}
        failure={submission.failure && failure?.(submission.failure)}
        typed={isRight && { label: t("typed", values), isRight }}
      >
        {words ? (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {t("words", values)}
          </Text>
        ) : null}
        {children}
        {Object.entries({ points, steps }).map(([part, items]) =>
          items ? (
            <List key={part} type={part === "steps" ? "ordered" : "unordered"} size="sm" spacing={6}>
              {Object.keys(items).map((key) => (
                <List.Item key={key}>{t.rich(`${part}.${key}`, values)}</List.Item>
              ))}
            </List>
          ) : null,
        )}
      </ConfirmDialog>
    );
  };
}
