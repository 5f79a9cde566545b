"use client";
import { type SubmitOptions, useSubmit } from "./use-submit.ts";

/** A submit for a dialog: after a success, further clicks are ignored until the dialog has closed. */
export function useDialogSubmit<Data, Reason = Error, Input = void, Context = unknown>(
  options: Omit<SubmitOptions<Data, Reason, Input, Context>, "isHeldUntilReset">,
) {
  return { ...useSubmit({ ...options, isHeldUntilReset: true }), isHeldUntilReset: true as const };
}
