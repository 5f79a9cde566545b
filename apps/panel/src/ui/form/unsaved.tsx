"use client";
import { createContext, useContext, useId, useLayoutEffect, useMemo, useRef } from "react";

/** The words of the question, if a form has its own. */
export type LeaveWords = {
  title?: string | undefined;
  words?: string | undefined;
  stayLabel?: string | undefined;
};

/** What holds forms with changes: the panel's frame, or a dialog within it. */
export type UnsavedScope = {
  report: (id: string, words: LeaveWords | undefined) => void;
  /** Asks whether to discard the changes, and then leaves. */
  ask: (words: LeaveWords, leave: () => void) => void;
};

export const UnsavedContext = createContext<UnsavedScope | undefined>(undefined);

/** Marks a form with changes, or a secret shown once: what would discard it asks first. */
export function Unsaved({ isDirty, title, words, stayLabel }: LeaveWords & { isDirty: boolean }) {
  const scope = useContext(UnsavedContext);
  const id = useId();
  // Reported in the event that changed the form, before the next one can leave the page.
  useLayoutEffect(() => {
    if (isDirty) {
      scope?.report(id, { title, words, stayLabel });
      return () => scope?.report(id, undefined);
    }
  }, [scope, id, isDirty, title, words, stayLabel]);
  return null;
}

/** For a dialog or drawer: `close` asks first if a form inside it has changes. Provide `scope` to its content. */
export function useGuardedClose(onClose: () => void) {
  const outer = useContext(UnsavedContext);
  const forms = useRef(new Map<string, LeaveWords>());
  const scope = useMemo<UnsavedScope | undefined>(
    () =>
      outer && {
        ...outer,
        report: (id, words) => {
          if (words) {
            forms.current.set(id, words);
          } else {
            forms.current.delete(id);
          }
          outer.report(id, words);
        },
      },
    [outer],
  );
  const close = () => {
    const [words] = forms.current.values();
    if (words && outer) {
      outer.ask(words, onClose);
    } else {
      onClose();
    }
  };
  return { close, scope };
}
