"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useContext, useRef, useState } from "react";
import { newIdempotencyKey, withIdempotencyKey } from "@/trpc/idempotency.ts";
import { type Failure, isSessionLost, isTimeout, problemOf, UnansweredError } from "@/trpc/problem-of.ts";
import { useSessionRecovery } from "@/trpc/session-recovery.ts";
import { StepUpContext } from "@/trpc/step-up-request.ts";
import type { FieldError } from "@/ui/form/use-form.ts";
import { orderPath } from "./paths.ts";
import { useOnce } from "./use-once.ts";

export type SubmitOptions<Data, Reason, Input, Context> = UseMutationOptions<Data, Reason, Input, Context> & {
  /** The form that shows errors at its fields. */
  form?: { showServerErrors: (errors: FieldError[]) => FieldError[] };
  /** Maps an error to fields. Default: the fields that the API names. */
  fieldErrors?: (failure: Failure) => FieldError[];
  /** Can be sent again with the same input after a success, like a button that stays. */
  isRepeatable?: boolean;
  /** The idempotency key of an input that is kept with it, across reloads. Default: one for each opened form. */
  keyOf?: (input: Input) => string;
};

/** Without a final answer, the call may have been carried out. An unpaid order waits for another try. */
const isToBeContinued = ({ status = 500, code }: Failure) =>
  status >= 500 || status === 402 || code === "idempotency_key_in_flight";

function failureOf(error: unknown) {
  const problem = problemOf(error);
  return { ...problem, orderHref: problem.orderId === undefined ? undefined : orderPath(problem.orderId) };
}

/** The idempotency key of an opened form: another try with the same input has the same key until an answer is final. */
function useIdempotencyKey() {
  const tried = useRef<{ input: string | undefined; key: string }>(undefined);
  return {
    keyFor: (given: unknown) => {
      const input = JSON.stringify(given);
      if (tried.current === undefined || tried.current.input !== input) {
        tried.current = { input, key: newIdempotencyKey() };
      }
      return tried.current.key;
    },
    forgetKey: useCallback(() => {
      tried.current = undefined;
    }, []),
  };
}

/**
 * A mutation that starts once, even on a double click, and is sent with the idempotency key of its form. If the session
 * has ended, the user signs in over the page; if the API requires fresh proof, they confirm their identity over it. Then
 * it is sent again.
 */
export function useSubmit<Data, Reason = Error, Input = void, Context = unknown>(
  options: SubmitOptions<Data, Reason, Input, Context>,
) {
  const {
    form,
    fieldErrors = ({ errors }: Failure) => errors,
    isRepeatable = false,
    keyOf,
    ...mutationOptions
  } = options;
  const { mutationFn } = mutationOptions;
  const once = useOnce(isRepeatable);
  const { keyFor, forgetKey } = useIdempotencyKey();
  const { recover } = useSessionRecovery();
  const requestStepUp = useContext(StepUpContext);
  const [isAtFields, setIsAtFields] = useState(false);
  const mutation = useMutation<Data, Reason, Input, Context>({
    ...mutationOptions,
    mutationFn:
      mutationFn &&
      (async (input, context) => {
        const send = () =>
          withIdempotencyKey(keyOf?.(input) ?? keyFor(input), () => mutationFn(input, context)).catch(
            (error: unknown) => {
              throw isTimeout(error) ? new UnansweredError(error) : error;
            },
          );
        let isRecovered = false;
        let isConfirmed = false;
        for (;;) {
          try {
            return await send();
          } catch (error) {
            const problem = problemOf(error);
            if (!isRecovered && isSessionLost(problem)) {
              isRecovered = await recover(problem.code);
              if (isRecovered) {
                continue;
              }
            }
            if (!isConfirmed && problem.code === "step_up_required" && requestStepUp) {
              isConfirmed = await requestStepUp();
              if (isConfirmed) {
                continue;
              }
            }
            throw error;
          }
        }
      }),
    onError: (error, ...rest) => {
      once.failed();
      const problem = problemOf(error);
      if (!isToBeContinued(problem)) {
        forgetKey();
      }
      const errors = fieldErrors(problem);
      setIsAtFields(form !== undefined && errors.length > 0 && form.showServerErrors(errors).length === 0);
      return mutationOptions.onError?.(error, ...rest);
    },
    onSuccess: (...succeeded) => {
      forgetKey();
      return mutationOptions.onSuccess?.(...succeeded);
    },
    onSettled: (...settled) => {
      if (settled[1] === null) {
        once.succeeded(settled[2]);
      }
      return mutationOptions.onSettled?.(...settled);
    },
  });
  const { mutate: start, reset: forget } = mutation;
  const mutate = useCallback(
    (input: Input) => {
      if (once.admit(input)) {
        start(input);
      }
    },
    [start, once],
  );
  const reset = useCallback(() => {
    once.reset();
    forgetKey();
    forget();
  }, [forget, forgetKey, once]);
  const failure = mutation.error === null || isAtFields ? undefined : failureOf(mutation.error);
  return { ...mutation, mutate, reset, failure };
}
