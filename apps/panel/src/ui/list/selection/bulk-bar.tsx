"use client";
import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "../data-table.module.css";

/** The count of selected rows, a way to select those of the other pages too, and the actions. */
export function BulkBar(props: {
  count: number;
  hiddenCount: number;
  /** Selects all rows that the filter shows, if only those of this page are selected. */
  more?: { count: number; onSelect: () => void } | undefined;
  children: ReactNode;
}) {
  const { count, hiddenCount, more, children } = props;
  const t = useTranslations("ui");
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t("bulk")}>
      <span role="status">{t(hiddenCount > 0 ? "chosenHidden" : "chosen", { count, hiddenCount })}</span>
      {more ? (
        <Anchor component="button" size="sm" onClick={more.onSelect}>
          {t("chooseAllOf", { count: more.count })}
        </Anchor>
      ) : null}
      {children}
    </div>
  );
}
