"use client";
import { Anchor, Group, Title } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { Fragment, type ReactNode, useRef } from "react";
import { useReturnedFocus } from "@/ui/focus/use-returned-focus.ts";
import { Link } from "@/ui/link.tsx";
import { useListAddress, useListsAbove } from "./list-addresses.ts";
import classes from "./page-header.module.css";

export type Crumb = { label: string; href: string };

/** The header of every page: breadcrumbs, title and actions. */
export function PageHeader(props: {
  title: ReactNode;
  count?: number;
  crumbs?: Crumb[];
  /** The page itself as the last breadcrumb; by default its title. */
  here?: string | undefined;
  below?: ReactNode;
  actions?: ReactNode;
  /** For long titles: moves the actions below the title on a phone. */
  long?: boolean;
}) {
  const { title, count, crumbs = [], below, actions, long } = props;
  const here = props.here ?? (typeof title === "string" ? title : undefined);
  const t = useTranslations("ui");
  const format = useFormatter();
  const titleRef = useRef<HTMLHeadingElement>(null);
  // A skeleton's title passes the focus on to that of its page.
  useReturnedFocus(titleRef);
  useListsAbove(crumbs.map(({ href }) => href));
  return (
    <header className={classes.header}>
      {crumbs.length > 0 ? (
        <nav aria-label={t("breadcrumb")} className={classes.crumbs}>
          {crumbs.map((crumb) => (
            <Fragment key={crumb.href}>
              <CrumbLink crumb={crumb} />
              {here === undefined && crumb === crumbs.at(-1) ? null : (
                <IconChevronRight size={14} aria-hidden />
              )}
            </Fragment>
          ))}
          {here === undefined ? null : (
            <span aria-current="page" className={classes.here}>
              {here}
            </span>
          )}
        </nav>
      ) : null}
      <div className={classes.head} data-long={long || undefined}>
        <div className={classes.title}>
          <Title order={1} size="h2" ref={titleRef}>
            {title}
            {count === undefined ? null : <span className={classes.count}>{format.number(count)}</span>}
          </Title>
          {below}
        </div>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </div>
    </header>
  );
}

/** Leads back to a list as it was left. */
function CrumbLink({ crumb: { label, href } }: { crumb: Crumb }) {
  return (
    <Anchor component={Link} href={useListAddress(href)} size="sm" c="dimmed">
      {label}
    </Anchor>
  );
}
