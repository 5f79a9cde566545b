"use client";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Question } from "./leaving.tsx";
import { type LeaveWords, UnsavedContext, type UnsavedScope } from "./unsaved.tsx";

const Leaving = lazy(async () => ({ default: (await import("./leaving.tsx")).Leaving }));

/**
 * Asks before Back, Forward or a link discards a form with changes. A reload or a closed tab shows the browser's own
 * question. Dialogs inside ask before they close.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<string, LeaveWords>());
  const [isDirty, setIsDirty] = useState(false);
  // Loaded with the first change, since the network may be unavailable later.
  const [wasDirty, setWasDirty] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const scope = useMemo<UnsavedScope>(
    () => ({
      report: (id, words) => {
        if (words) {
          forms.current.set(id, words);
          setWasDirty(true);
        } else {
          forms.current.delete(id);
        }
        setIsDirty(forms.current.size > 0);
      },
      ask: (words, leave) => setQuestion({ ...words, leave, isOpen: true }),
    }),
    [],
  );
  const ask = useCallback(
    (leave: () => void) => {
      const [words = {}] = forms.current.values();
      scope.ask(words, leave);
    },
    [scope],
  );
  useEffect(() => {
    if (isDirty) {
      const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener("beforeunload", beforeUnload);
      return () => window.removeEventListener("beforeunload", beforeUnload);
    }
  }, [isDirty]);
  return (
    <UnsavedContext value={scope}>
      {children}
      {wasDirty ? (
        <Suspense>
          <Leaving
            isDirty={isDirty}
            question={question}
            onAsk={ask}
            onClose={() => setQuestion((asked) => asked && { ...asked, isOpen: false })}
          />
        </Suspense>
      ) : null}
    </UnsavedContext>
  );
}
