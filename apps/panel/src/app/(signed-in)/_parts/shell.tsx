"use client";
import { ActionIcon, Kbd, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconMail, IconSearch, IconSettings, IconWebhook, IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { StepUpProvider } from "@/app/_parts/step-up/step-up.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { BrandMark } from "@/ui/brand.tsx";
import { ClockProvider } from "@/ui/clock.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SandboxStrip } from "./sandbox-strip.tsx";
import classes from "./shell.module.css";

const Finder = dynamic(() => import("./finder.tsx").then((module) => module.Finder), { ssr: false });

const places = [
  { key: "domains", href: "/domains", icon: IconWorld },
  { key: "mail", href: "/mail", icon: IconMail },
  { key: "webhooks", href: "/webhooks", icon: IconWebhook },
  { key: "settings", href: "/settings", icon: IconSettings },
] as const;

/** What stays while the pages change: the places, the search, the person, and in the sandbox its strip. */
export function Shell({ now, children }: { now: string; children: ReactNode }) {
  const t = useTranslations("shell");
  const trpc = useTRPC();
  const pathname = usePathname();
  const { data: current } = useQuery({ ...trpc.session.current.queryOptions(), refetchInterval: 20_000 });
  const [finderAsked, setFinderAsked] = useState(0);
  const openFinder = () => setFinderAsked((count) => count + 1);
  useHotkeys([["mod+K", openFinder]], []);

  const sandbox = current?.sandbox ?? null;
  const links = (placeClass: string | undefined) =>
    places.map(({ key, href, icon: Icon }) => (
      <Link
        key={key}
        href={href}
        className={placeClass}
        aria-current={pathname === href || pathname.startsWith(`${href}/`) ? "page" : undefined}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        {t(key)}
      </Link>
    ));

  return (
    <ClockProvider now={now} offsetMs={(sandbox?.offsetSeconds ?? 0) * 1000}>
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      <div className={classes.frame}>
        <header className={classes.top}>
          <div className={classes.bar}>
            <Link href="/domains" className={classes.workspace}>
              <BrandMark />
              <span>{current?.session.workspaceName ?? "Zonepost"}</span>
              <VisuallyHidden>{t("home")}</VisuallyHidden>
            </Link>
            <UnstyledButton
              className={classes.search}
              onClick={openFinder}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <IconSearch size={16} aria-hidden />
              <span>{t("search")}</span>
              <Kbd size="xs" aria-hidden>
                Ctrl K
              </Kbd>
            </UnstyledButton>
            <ActionIcon
              className={classes.searchIcon}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("search")}
              onClick={openFinder}
            >
              <IconSearch size={20} aria-hidden />
            </ActionIcon>
            {current ? <PersonMenu name={current.user.name} email={current.user.email} /> : null}
          </div>
          {sandbox ? (
            <SandboxStrip offsetSeconds={sandbox.offsetSeconds} emailCount={sandbox.emailCount} />
          ) : null}
        </header>
        <nav aria-label={t("places")} className={classes.side}>
          {links(classes.place)}
        </nav>
        <main id="content" tabIndex={-1} className={classes.content}>
          <StepUpProvider>{children}</StepUpProvider>
        </main>
        <nav aria-label={t("places")} className={classes.bottom}>
          {links(classes.bottomPlace)}
        </nav>
      </div>
      {finderAsked > 0 ? <Finder asked={finderAsked} /> : null}
    </ClockProvider>
  );
}
