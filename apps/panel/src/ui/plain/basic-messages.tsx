"use client";
import { createContext, type ReactNode, useContext } from "react";

/** Texts that any page may need, including pages without translations. */
export type BasicMessages = Record<
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

const BasicMessagesContext = createContext<BasicMessages | undefined>(undefined);

export function BasicMessagesProvider({ value, children }: { value: BasicMessages; children: ReactNode }) {
  return <BasicMessagesContext value={value}>{children}</BasicMessagesContext>;
}

export function useBasicMessages(): BasicMessages {
  const words = useContext(BasicMessagesContext);
  if (!words) {
    throw new Error("useBasicMessages needs a BasicMessagesProvider above it");
  }
  return words;
}
