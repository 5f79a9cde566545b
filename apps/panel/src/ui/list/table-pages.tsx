"use client";
import { Pagination } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./data-table.module.css";

/** The range of visible rows, and links to the other pages. */
export function TablePages(props: {
  label: string;
  page: number;
  pageCount: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { label, page, pageCount, size, total, onPage } = props;
  const t = useTranslations("ui");
  return (
    <nav className={classes.pages} aria-label={t("pages", { what: label })}>
      <span>{t("rowsOf", { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}</span>
      <Pagination
        total={pageCount}
        value={page}
        onChange={onPage}
        size="sm"
        getItemProps={(item) => ({ "aria-label": t("page", { page: item }) })}
        getControlProps={(control) => ({ "aria-label": t(`page_${control}`) })}
      />
    </nav>
  );
}
