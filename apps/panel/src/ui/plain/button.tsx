import type { ComponentProps, ReactNode } from "react";
import classes from "./plain.module.css";

type Look = {
  look?: "filled" | "default" | "quiet";
  size?: "sm" | "xs";
  icon?: ReactNode;
};

const lookOf = ({ look = "filled", size = "sm" }: Look) => ({
  className: classes.button,
  "data-look": look,
  "data-size": size,
});

export function PlainButton({
  look,
  size,
  icon,
  loading = false,
  disabled = false,
  children,
  ...props
}: Look & ComponentProps<"button"> & { loading?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      {...lookOf({ look, size })}
      disabled={disabled || loading}
      data-loading={loading || undefined}
    >
      {icon}
      <span>{children}</span>
      {loading ? <span className={classes.spinner} /> : null}
    </button>
  );
}

/** A link that looks like a button, with a full page load. */
export function PlainLinkButton({
  look,
  size,
  icon,
  children,
  ...props
}: Look & ComponentProps<"a"> & { href: string }) {
  return (
    <a {...props} {...lookOf({ look, size })}>
      {icon}
      <span>{children}</span>
    </a>
  );
}
