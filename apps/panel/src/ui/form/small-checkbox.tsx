"use client";
import type { ComponentProps } from "react";
import classes from "./small-checkbox.module.css";

/** Mantine's smallest checkbox as a plain input. A table has one for each row, and Mantine's takes ten times as long. */
export function SmallCheckbox(props: ComponentProps<"input"> & { indeterminate?: boolean }) {
  const { indeterminate = false, ...input } = props;
  return (
    <span className={classes.box}>
      <input
        {...input}
        type="checkbox"
        className={`mantine-focus-auto ${classes.input}`}
        ref={(element) => {
          if (element) {
            element.indeterminate = indeterminate;
          }
        }}
      />
      {indeterminate ? (
        <svg viewBox="0 0 32 6" className={classes.mark} aria-hidden>
          <rect width="32" height="6" fill="currentColor" rx="3" />
        </svg>
      ) : (
        <svg viewBox="0 0 10 7" className={classes.mark} aria-hidden>
          <path
            d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
            fill="currentColor"
            fillRule="evenodd"
            clipRule="evenodd"
          />
        </svg>
      )}
    </span>
  );
}
