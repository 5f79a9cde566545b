"use client";
import type { CurrentSession } from "@zonepost/schema";
import { useEffect, useState } from "react";
import { useSessionRecovery } from "@/trpc/session-recovery.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";

const RestoreSession = lazyDialog(() =>
  import("./restore-session.tsx").then((module) => module.RestoreSession),
);

type Request = { code: string | undefined; resolve: () => void };

/** Asks for a new sign-in over the page when the session has ended, so that nothing typed is lost. */
export function SessionEnded(current: CurrentSession) {
  const { signInWith } = useSessionRecovery();
  const [request, setRequest] = useState<Request>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      signInWith(
        (code) =>
          new Promise((resolve) => {
            setRequest({ code, resolve });
            setIsOpen(true);
          }),
      ),
    [signInWith],
  );
  return (
    <RestoreSession
      {...current}
      key={request?.code}
      opened={isOpen}
      needsCode={request?.code === "second_factor_required"}
      onRestored={() => {
        setIsOpen(false);
        request?.resolve();
      }}
    />
  );
}
