import { type RefObject, useEffect, useRef } from "react";

/** More than the panel's fixed bars take at the top or, on a phone, at the bottom. */
const barsPx = 100;

/**
 * Props of an element that may end below the window: it is scrolled into view when a result arrives, and for each
 * other one.
 */
export function useScrolledTo(result: string | undefined): {
  ref: RefObject<HTMLDivElement | null>;
  style: { scrollMarginBlock: number };
} {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== undefined) {
      ref.current?.scrollIntoView({ block: "nearest" });
    }
  }, [result]);
  return { ref, style: { scrollMarginBlock: barsPx } };
}
