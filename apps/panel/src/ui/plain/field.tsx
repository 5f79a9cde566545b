"use client";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ComponentProps, useId, useState } from "react";
import classes from "./plain.module.css";

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  description?: string;
  error?: string | undefined;
  mono?: boolean | "code";
  /** For a password field, the label of the button that reveals it. */
  reveal?: string;
};

export function PlainField({ label, description, error, mono, reveal, ...input }: FieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {description ? (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      ) : null}
      <div className={classes.box}>
        <input
          required
          {...input}
          {...(reveal ? { type: isShown ? "text" : "password", "data-password": true } : {})}
          id={id}
          className={classes.input}
          data-mono={mono}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
        />
        {reveal ? (
          <button
            type="button"
            className={classes.reveal}
            aria-label={reveal}
            tabIndex={-1}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
          </button>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

export function PlainCheckbox({
  label,
  description,
  ...input
}: Omit<ComponentProps<"input">, "id" | "type"> & { label: string; description: string }) {
  const id = useId();
  return (
    <div className={classes.check}>
      <input {...input} type="checkbox" id={id} aria-describedby={`${id}-description`} />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-description`} className={classes.description}>
        {description}
      </p>
    </div>
  );
}
