"use client";
import { Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRoleWords } from "@/features/access/use-role-words.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { BrandMark } from "@/ui/frame/brand.tsx";
import { useSwitchWorkspace } from "./use-switch-workspace.ts";
import classes from "./workspace-switcher.module.css";

/** The name of the workspace at hand, and the way to the person's others where there are any. */
export function WorkspaceSwitcher({ name }: { name: string }) {
  const t = useTranslations("shell");
  const trpc = useTRPC();
  const { roleName } = useRoleWords();
  const { data: workspaces = [] } = useQuery({ ...trpc.me.workspaces.queryOptions(), staleTime: 60_000 });
  const change = useSwitchWorkspace();
  if (workspaces.length < 2) {
    return (
      <div className={classes.place}>
        <Link href="/domains" className={classes.home}>
          <BrandMark />
          <span className={classes.name}>{name}</span>
          <VisuallyHidden>{t("home")}</VisuallyHidden>
        </Link>
      </div>
    );
  }
  return (
    <div className={classes.place}>
      <Link href="/domains" className={classes.home} aria-label={t("toDomains")}>
        <BrandMark />
      </Link>
      <Menu position="bottom-start" width={280} keepMounted={false}>
        <Menu.Target>
          <UnstyledButton className={classes.switch} aria-label={t("switchWorkspace", { name })}>
            <span className={classes.name}>{name}</span>
            <IconSelector size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label c="dimmed">{t("workspaces")}</Menu.Label>
          {workspaces.map((workspace) => (
            <Menu.Item
              key={workspace.id}
              closeMenuOnClick={workspace.isCurrent}
              disabled={change.isPending || change.isSuccess}
              aria-current={workspace.isCurrent ? "true" : undefined}
              rightSection={workspace.isCurrent ? <IconCheck size={16} aria-label={t("chosen")} /> : null}
              onClick={() => {
                if (!workspace.isCurrent) {
                  change.mutate({ id: workspace.id });
                }
              }}
            >
              <Text component="span" display="block" size="sm" truncate>
                {workspace.name}
              </Text>
              <Text component="span" display="block" size="xs" c="dimmed">
                {roleName(workspace.role)}
              </Text>
            </Menu.Item>
          ))}
          {change.isError ? (
            <Text component="div" size="xs" px="sm" pb="xs" c="var(--zp-bad)" role="alert">
              {t("notSwitched")}
            </Text>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
