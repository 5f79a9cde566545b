import type { ReactNode } from "react";
import classes from "./columns.module.css";

/** The sections of a detail page. On a wide screen, those of `side` are to the right of the others. */
export function Columns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{children}</div>
      <div>{side}</div>
    </div>
  );
}
