"use client";
import { Anchor, Skeleton, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "@/lib/query-view.tsx";
import { Link } from "@/ui/link.tsx";
import classes from "./overview.module.css";

type Size = "attention" | "renewals" | "portfolio" | "deliveries" | "storage" | "activity";

/** A part of the overview with its own heading. Each size has a height of its own, loading or loaded. */
export function OverviewCard(props: {
  title: string;
  size: Size;
  more?: { label: string; href: string } | undefined;
  children: ReactNode;
}) {
  const { title, size, more, children } = props;
  return (
    <section className={classes.card} data-size={size} aria-label={title}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {more ? (
          <Anchor component={Link} href={more.href} size="sm">
            {more.label}
          </Anchor>
        ) : null}
      </div>
      {children}
    </section>
  );
}

/** A card that loads and fails alone. Without content, it doesn't appear. */
export function QueryCard<Data>(props: {
  query: UseQueryResult<Data, unknown>;
  /** Of the card while it loads, or after it has failed. */
  title: string;
  size: Size;
  children: (data: Data) => ReactNode;
}) {
  const { query, title, size, children } = props;
  if (query.data !== undefined) {
    return children(query.data);
  }
  return (
    <OverviewCard title={title} size={size}>
      <QueryView query={query} skeleton={<CardSkeleton />}>
        {() => null}
      </QueryView>
    </OverviewCard>
  );
}

export const CardSkeleton = () => <Skeleton className={classes.skeleton} aria-hidden />;
