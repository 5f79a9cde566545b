"use client";
import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { BrandMark } from "@/ui/frame/brand.tsx";
import { Link } from "@/ui/link.tsx";
import { LazyMenu } from "@/ui/menu/lazy-menu.tsx";
import { minuteMs } from "@/ui/values/durations.ts";
import { SwitchButton } from "./switch-button.tsx";
import classes from "./workspace-switcher.module.css";

const load = () => import("./open-workspace-menu.tsx").then(({ OpenWorkspaceMenu }) => OpenWorkspaceMenu);

/** The name of the active workspace, with a menu of the user's others if there are any. */
export function WorkspaceSwitcher({ name }: { name: string }) {
  const t = useTranslations("shell");
  const trpc = useTRPC();
  const { data: workspaces = [] } = useQuery({ ...trpc.me.workspaces.queryOptions(), staleTime: minuteMs });
  if (workspaces.length < 2) {
    return (
      <div className={classes.place}>
        <Link href="/" className={classes.home}>
          <BrandMark />
          <span className={classes.name}>{name}</span>
          <VisuallyHidden>{t("home")}</VisuallyHidden>
        </Link>
      </div>
    );
  }
  return (
    <div className={classes.place}>
      <Link href="/" className={classes.home} aria-label={t("toOverview")}>
        <BrandMark />
      </Link>
      <LazyMenu
        load={load}
        menu={{ workspaces }}
        target={(target) => <SwitchButton name={name} {...target} />}
      />
    </div>
  );
}
