"use client";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Leaving as LeavingComponent, Question } from "./leaving.tsx";
import { type LeaveWords, UnsavedContext, type UnsavedScope } from "./unsaved.tsx";

/**
 * Asks before Back, Forward or a link discards a form with changes. A reload or a closed tab shows the browser's own
 * question. Dialogs inside ask before they close.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<string, LeaveWords>());
  const [isDirty, setIsDirty] = useState(false);
  const [wasDirty, setWasDirty] = useState(false);
  // Not `lazy`: React shows what was suspended up to 0.3 s late, and a link clicked meanwhile would discard the changes.
  const [Leaving, setLeaving] = useState<typeof LeavingComponent>();
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
    // With the first change, since the network may be unavailable later.
    if (wasDirty) {
      import("./leaving.tsx").then((loaded) => setLeaving(() => loaded.Leaving));
    }
  }, [wasDirty]);
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
      {Leaving ? (
        <Leaving
          isDirty={isDirty}
          question={question}
          onAsk={ask}
          onClose={() => setQuestion((asked) => asked && { ...asked, isOpen: false })}
        />
      ) : null}
    </UnsavedContext>
  );
}
