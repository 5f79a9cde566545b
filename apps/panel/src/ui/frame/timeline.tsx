import type { Icon as TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Tone } from "@/ui/notices/status-badge.tsx";
import classes from "./timeline.module.css";

/** What happened in turn. `isContinued` draws the line beyond the last entry. */
export function Timeline(props: { label?: string; isContinued?: boolean; children: ReactNode }) {
  const { label, isContinued, children } = props;
  return (
    <ol className={classes.timeline} aria-label={label} data-continued={isContinued || undefined}>
      {children}
    </ol>
  );
}

/** Without a title, the children are next to the icon. */
export function TimelineEntry(props: { icon: TablerIcon; tone?: Tone; title?: string; children: ReactNode }) {
  const { icon: Icon, tone, title, children } = props;
  return (
    <li className={classes.entry} data-tone={tone}>
      <span className={classes.icon}>
        <Icon size={17} stroke={1.7} aria-hidden />
      </span>
      {title === undefined ? (
        children
      ) : (
        <div className={classes.words}>
          <span className={classes.title}>{title}</span>
          {children}
        </div>
      )}
    </li>
  );
}
