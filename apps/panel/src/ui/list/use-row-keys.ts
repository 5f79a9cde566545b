"use client";
import { useHotkeys } from "@mantine/hooks";
import { type RefObject, useRef } from "react";

/** Moves through the rows with j and k, and selects the focused one with x. */
export function useRowKeys(
  onChoose: ((index: number) => void) | undefined,
): RefObject<HTMLTableSectionElement | null> {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const links = () => [...(bodyRef.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
  const focusedIndex = () =>
    links().findIndex((link) => link.closest("tr")?.contains(document.activeElement) ?? false);
  const isCovered = () => document.querySelector("[role=dialog]") !== null;
  const move = (step: 1 | -1) => {
    if (isCovered()) {
      return;
    }
    const at = focusedIndex();
    const all = links();
    all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };
  useHotkeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["x", () => !isCovered() && onChoose?.(focusedIndex())],
  ]);
  return bodyRef;
}
