"use client";
import { type RefObject, useEffect, useState } from "react";

/** Drawn above and below the window, so that scrolling finds them there. */
const spareRows = 12;
/** What the server draws, and a browser before it has measured. */
const firstRows = 30;

type Range = { from: number; to: number; rowHeight: number };

/** The rows of a long table that are in the window. All rows have the height of the first. */
export function useVisibleRange(
  bodyRef: RefObject<HTMLElement | null>,
  count: number,
  assumedHeight: number,
): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: firstRows, rowHeight: assumedHeight });
  useEffect(() => {
    const measure = () => {
      const body = bodyRef.current;
      if (!body) {
        return;
      }
      const measured = body.querySelector("[data-row]")?.getBoundingClientRect().height;
      const rowHeight = measured || assumedHeight;
      const above = -body.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(above / rowHeight) - spareRows);
      const to = Math.max(firstRows, Math.ceil((above + window.innerHeight) / rowHeight) + spareRows);
      // In steps, so that not every pixel renders the table.
      const next = { from: from - (from % spareRows), to: to + spareRows - (to % spareRows), rowHeight };
      setRange((last) =>
        last.from === next.from && last.to === next.to && last.rowHeight === rowHeight ? last : next,
      );
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [bodyRef, assumedHeight, count]);
  const to = Math.min(range.to, count);
  return { from: Math.min(range.from, Math.max(0, to - 1)), to, rowHeight: range.rowHeight };
}
