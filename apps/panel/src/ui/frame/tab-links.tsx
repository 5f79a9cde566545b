"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Link } from "@/ui/link.tsx";
import { decodedPath } from "@/ui/values/decoded-path.ts";
import classes from "./tab-links.module.css";

type Tab = { label: string; href: string; count?: number };

const isSame = (pathname: string, { href }: Tab) => pathname === decodeURIComponent(href);

/** The tab of this page, or of the page that it belongs to, such as the list of an account. */
const currentTab = (pathname: string, tabs: readonly Tab[]) =>
  tabs
    .filter((tab) => isSame(pathname, tab) || pathname.startsWith(`${decodeURIComponent(tab.href)}/`))
    .reduce<Tab | undefined>(
      (longest, tab) => (longest && longest.href.length > tab.href.length ? longest : tab),
      undefined,
    );

/** Tabs that are pages, each with its own URL. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  const path = usePathname();
  const pathname = decodedPath(path) ?? path;
  const current = currentTab(pathname, tabs);
  const nav = useRef<HTMLElement>(null);
  // On a phone, tabs may overflow: the active one is scrolled into view.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && link) {
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
    }
  }, [pathname]);
  return (
    <nav aria-label={label} className={classes.tabs} ref={nav}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={classes.tab}
          aria-current={tab !== current ? undefined : isSame(pathname, tab) ? "page" : "true"}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
