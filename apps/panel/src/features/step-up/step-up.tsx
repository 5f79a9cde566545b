"use client";
import dynamic from "next/dynamic";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { currentIdempotencyKey, withIdempotencyKey } from "@/trpc/idempotency.ts";
import { problemOf } from "@/trpc/problem-of.ts";

const StepUpDialog = dynamic(() => import("./step-up-dialog.tsx").then((module) => module.StepUpDialog));

type StepUpRequest = { settle: (isConfirmed: boolean) => void };
type RequestStepUp = () => Promise<boolean>;

const StepUpContext = createContext<RequestStepUp | undefined>(undefined);

/** Provides one confirmation dialog for all actions that may require it. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<StepUpRequest>();
  const [isOpen, setIsOpen] = useState(false);
  const requestStepUp = useCallback<RequestStepUp>(
    () =>
      new Promise((resolve) => {
        setRequest({ settle: resolve });
        setIsOpen(true);
      }),
    [],
  );
  const close = (isConfirmed: boolean) => {
    setIsOpen(false);
    request?.settle(isConfirmed);
  };
  return (
    <StepUpContext value={requestStepUp}>
      {children}
      {request ? (
        <StepUpDialog opened={isOpen} onConfirmed={() => close(true)} onClose={() => close(false)} />
      ) : null}
    </StepUpContext>
  );
}

/**
 * Wraps a call that may require confirmation. If the API returns `step_up_required`, the user confirms their identity
 * and the call is repeated. If they cancel, the call fails with that error.
 *
 *     const confirmed = useStepUp();
 *     useSubmit({ mutationFn: confirmed((input: Input) => client.apiKeys.create.mutate(input)) });
 */
export function useStepUp() {
  const requestStepUp = useContext(StepUpContext);
  if (!requestStepUp) {
    throw new Error("useStepUp needs a StepUpProvider above it");
  }
  return useCallback(
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
      async (...args: Args): Promise<Answer> => {
        const key = currentIdempotencyKey();
        try {
          return await call(...args);
        } catch (error) {
          if (problemOf(error).code !== "step_up_required" || !(await requestStepUp())) {
            throw error;
          }
          return withIdempotencyKey(key, () => call(...args));
        }
      },
    [requestStepUp],
  );
}
