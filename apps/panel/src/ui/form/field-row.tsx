import type { ReactNode } from "react";
import classes from "./field-row.module.css";

/** Fields beside each other where there is room. Their labels and inputs are on one line, and hints are below them. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
