"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { type Failure, problemOf } from "@/trpc/problem-of.ts";
import type { FieldError } from "@/ui/form/use-form.ts";

export type SubmitOptions<Data, Reason, Input, Context> = UseMutationOptions<Data, Reason, Input, Context> & {
  /** The form that shows errors at its fields. */
  form?: { showServerErrors: (errors: FieldError[]) => FieldError[] };
  /** Maps an error to fields. Default: the fields that the API names. */
  fieldErrors?: (failure: Failure) => FieldError[];
  /** After a success, ignores clicks until `reset`. Dialogs need this, because they accept clicks while closing. */
  isHeldUntilReset?: boolean;
};

/**
 * A mutation that starts once, even on a double click. A ref guards it, since `isPending` only changes with the next
 * render.
 */
export function useSubmit<Data, Reason = Error, Input = void, Context = unknown>(
  options: SubmitOptions<Data, Reason, Input, Context>,
) {
  const {
    form,
    fieldErrors = ({ errors }: Failure) => errors,
    isHeldUntilReset = false,
    ...mutationOptions
  } = options;
  const isHeld = useRef(false);
  const [isAtFields, setIsAtFields] = useState(false);
  const mutation = useMutation({
    ...mutationOptions,
    onError: (error, ...rest) => {
      isHeld.current = false;
      const errors = fieldErrors(problemOf(error));
      setIsAtFields(form !== undefined && errors.length > 0 && form.showServerErrors(errors).length === 0);
      return mutationOptions.onError?.(error, ...rest);
    },
    onSettled: (...settled) => {
      if (!isHeldUntilReset) {
        isHeld.current = false;
      }
      return mutationOptions.onSettled?.(...settled);
    },
  });
  const { mutate: start, reset: forget } = mutation;
  const mutate = useCallback(
    (input: Input) => {
      if (!isHeld.current) {
        isHeld.current = true;
        start(input);
      }
    },
    [start],
  );
  const reset = useCallback(() => {
    isHeld.current = false;
    forget();
  }, [forget]);
  const failure = mutation.error === null || isAtFields ? undefined : problemOf(mutation.error);
  return { ...mutation, mutate, reset, failure };
}
