"use client";
import { useEffect, useRef } from "react";

/** The value, or the last one that was defined. A drawer or dialog keeps its content until it has closed. */
export function useKeptWhileClosing<Value>(value: Value | null | undefined): Value | undefined {
  const kept = useRef(value ?? undefined);
  useEffect(() => {
    kept.current = value ?? kept.current;
  }, [value]);
  return value ?? kept.current;
}
