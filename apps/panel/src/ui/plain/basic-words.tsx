"use client";
import { createContext, type ReactNode, useContext } from "react";

/** Texts that any page may need, including pages without translations. */
export type BasicWords = Record<
  | "requestId"
  | "copyRequestId"
  | "requestIdCopied"
  | "retry"
  | "unreachable"
  | "unknown"
  | "pageTitle"
  | "page",
  string
>;

const BasicWordsContext = createContext<BasicWords | undefined>(undefined);

export function BasicWordsProvider({ value, children }: { value: BasicWords; children: ReactNode }) {
  return <BasicWordsContext value={value}>{children}</BasicWordsContext>;
}

export function useBasicWords(): BasicWords {
  const words = useContext(BasicWordsContext);
  if (!words) {
    throw new Error("useBasicWords needs a BasicWordsProvider above it");
  }
  return words;
}
