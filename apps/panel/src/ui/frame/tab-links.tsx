"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Link } from "@/ui/link.tsx";
import classes from "./tab-links.module.css";

/** Tabs that are pages, each with its own URL. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: { label: string; href: string; count?: number }[];
}) {
  const pathname = decodeURIComponent(usePathname());
  const nav = useRef<HTMLElement>(null);
  // On a phone, tabs may overflow: the active one is scrolled into view.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && current) {
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
    }
  }, [pathname]);
  return (
    <nav aria-label={label} className={classes.tabs} ref={nav}>
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
