import type { ComponentProps, ReactNode } from "react";
import classes from "./plain.module.css";

export function PlainSurface({ children }: { children: ReactNode }) {
  return <div className={classes.surface}>{children}</div>;
}

export function PlainStack({ gap, ...props }: ComponentProps<"div"> & { gap?: "sm" | "md" | "lg" }) {
  return <div {...props} className={classes.stack} data-gap={gap} />;
}

export function PlainTitle({ children }: { children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}

export function PlainText({
  size,
  tone,
  align,
  ...props
}: ComponentProps<"p"> & { size?: "sm"; tone?: "dimmed"; align?: "center" }) {
  return <p {...props} className={classes.text} data-size={size} data-tone={tone} data-align={align} />;
}

export function PlainLink({
  isUnderlined = false,
  ...props
}: ComponentProps<"a"> & { href: string; isUnderlined?: boolean }) {
  return <a {...props} className={classes.link} data-underlined={isUnderlined || undefined} />;
}

export function PlainDivider({ label }: { label: string }) {
  return <div className={classes.divider}>{label}</div>;
}

export function PlainColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

export function PlainSkeleton({ height, width = "100%" }: { height: number; width?: string }) {
  return <div className={classes.skeleton} style={{ height, width }} />;
}
