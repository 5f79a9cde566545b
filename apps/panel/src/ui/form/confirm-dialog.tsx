"use client";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";

type ConfirmDialogProps = Omit<FormDialogProps, "form" | "onSubmit"> & {
  onConfirm: () => void;
  /** Text to type as confirmation of an irreversible action. */
  typed?: { label: string; isRight: (words: string) => boolean };
};

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onConfirm, typed, isReady = true, onReset, children, ...dialog } = props;
  const [words, setWords] = useState("");
  const isConfirmed = isReady && (typed?.isRight(words) ?? true);
  return (
    <FormDialog
      isDangerous
      focus={typed ? undefined : "cancel"}
      {...dialog}
      isReady={isConfirmed}
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) {
          onConfirm();
        }
      }}
      onReset={() => {
        setWords("");
        onReset?.();
      }}
    >
      {children}
      {typed ? (
        <TextInput
          label={typed.label}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
        />
      ) : null}
    </FormDialog>
  );
}
