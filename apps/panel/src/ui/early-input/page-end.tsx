"use client";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { pageEndId } from "./page-end-id.ts";

/** A mark at the end of a page. Its effect runs after those of the page. */
export function PageEnd() {
  useEffect(() => {
    window.earlyInput?.replay(flushSync);
    window.earlyInput?.replayKeys();
  }, []);
  return <span id={pageEndId} hidden />;
}
