"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import classes from "./tab-links.module.css";

/** Tabs that are pages: each has its own address. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: { label: string; href: string; count?: number }[];
}) {
  const pathname = decodeURIComponent(usePathname());
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          aria-current={pathname === decodeURIComponent(tab.href) ? "page" : undefined}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
