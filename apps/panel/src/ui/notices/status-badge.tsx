import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconInfoCircle,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./status-badge.module.css";

export type Tone = "good" | "warn" | "bad" | "info" | "waiting" | "off";

const icons = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  info: IconInfoCircle,
  waiting: IconClock,
  off: IconCircleDashed,
};

/** A status is an icon and a word, so that color isn't the only sign. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon size={16} stroke={1.9} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
