"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useState } from "react";
import { type RequestStepUp, StepUpContext } from "@/trpc/step-up-request.ts";

const StepUpDialog = dynamic(() => import("./step-up-dialog.tsx").then((module) => module.StepUpDialog));

type StepUpRequest = { settle: (isConfirmed: boolean) => void };

/** Provides the one confirmation dialog in which `useSubmit` asks for fresh proof. */
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
