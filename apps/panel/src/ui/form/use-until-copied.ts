"use client";
import { useCallback, useState } from "react";

/** For a secret that is shown once: `isDirty` of its `Unsaved`, until it was copied, also as part of an example. */
export function useUntilCopied() {
  const [isCopied, setIsCopied] = useState(false);
  const onCopied = useCallback(() => setIsCopied(true), []);
  return { isDirty: !isCopied, onCopied };
}
