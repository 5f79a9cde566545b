"use client";
import { Menu, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { OwnWorkspace } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useRoleLabels } from "@/features/access/use-role-labels.ts";
import { type TargetProps, useOpenOnMount } from "@/ui/menu/lazy-menu.tsx";
import { useSwitchWorkspace } from "./use-switch-workspace.ts";

/** The workspace menu, initially open. */
export function OpenWorkspaceMenu(props: {
  workspaces: readonly OwnWorkspace[];
  target: (props: TargetProps) => ReactElement;
}) {
  const { workspaces, target } = props;
  const { targetRef, menu } = useOpenOnMount();
  const t = useTranslations("shell");
  const { roleName } = useRoleLabels();
  const change = useSwitchWorkspace();
  return (
    <Menu position="bottom-start" width={280} keepMounted={false} {...menu}>
      <Menu.Target>{target({ ref: targetRef })}</Menu.Target>
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
  );
}
