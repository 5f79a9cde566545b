import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./surface.module.css";

/** A section of a page with its own heading. */
export function Section(props: {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** For links to it, and to move the focus to it. */
  id?: string;
  children: ReactNode;
}) {
  const { title, description, action, id, children } = props;
  return (
    <section
      className={classes.section}
      aria-label={title}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <div className={classes.sectionHead}>
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description ? <div className={classes.description}>{description}</div> : null}
        </div>
        {action ? <div>{action}</div> : null}
      </div>
      {children}
    </section>
  );
}

export function Surface({ children, padded = true }: { children: ReactNode; padded?: boolean }) {
  return (
    <div className={classes.surface} data-padded={padded || undefined}>
      {children}
    </div>
  );
}

/** A few values side by side, each below its label. `long`: the wide ones are sentences. */
export function Facts(props: {
  facts: { name: string; value: ReactNode; wide?: boolean }[];
  long?: boolean;
}) {
  const { facts, long } = props;
  return (
    <dl className={classes.facts} data-long={long || undefined}>
      {facts.map((fact) => (
        <div key={fact.name} data-wide={fact.wide || undefined}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
