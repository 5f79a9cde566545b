"use client";
import type { ReactNode, SyntheticEvent } from "react";

const report = ({ nativeEvent }: SyntheticEvent) => {
  window.handledEvents?.add(nativeEvent);
  window.typedEarly?.delete(nativeEvent.target as Element);
};

/** The body. React calls its handlers only for events of parts that it has hydrated. */
export const Body = ({ children }: { children: ReactNode }) => (
  <body onClickCapture={report} onSubmitCapture={report} onInputCapture={report}>
    {children}
  </body>
);
