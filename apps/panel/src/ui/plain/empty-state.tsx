import type { ComponentType, ReactNode } from "react";
import { PlainLinkButton } from "./button.tsx";
import classes from "./plain.module.css";

/** An empty state with a link to another page. */
export function PlainEmptyState(props: {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  children: ReactNode;
  href: string;
  action: string;
}) {
  const { icon: Icon, title, children, href, action } = props;
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon} aria-hidden>
        <Icon size={26} stroke={1.5} />
      </span>
      <h1>{title}</h1>
      <p>{children}</p>
      <PlainLinkButton href={href} look="default">
        {action}
      </PlainLinkButton>
    </div>
  );
}
