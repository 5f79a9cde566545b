"use client";
import { type ReactNode, type SyntheticEvent, useEffect } from "react";
import { flushSync } from "react-dom";

const report = ({ nativeEvent }: SyntheticEvent) => window.earlyInput?.delivered(nativeEvent);

/** The body, which reports the events that React delivers to the page. */
export function Body({ children }: { children: ReactNode }) {
  useEffect(() => window.earlyInput?.replay(flushSync), []);
  return (
    <body onClickCapture={report} onSubmitCapture={report} onInputCapture={report}>
      {children}
    </body>
  );
}
