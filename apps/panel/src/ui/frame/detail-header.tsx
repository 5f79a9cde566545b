"use client";
import { ActionIcon, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";
import type { MenuAction } from "@/ui/menu/menu-action.ts";
import { type Crumb, PageHeader } from "./page-header.tsx";

type DetailHeaderProps = {
  crumbs: Crumb[];
  here?: string;
  title: ReactNode;
  below?: ReactNode;
  /** The most frequent action. */
  action?: ReactNode;
  /** Other actions; omitted if the user may do none of them. */
  menu?: { label: string; items: MenuAction[] } | undefined;
  long?: boolean;
};

/** The header of a detail page: status, main action, and a menu for the rest. */
export function DetailHeader({ below, action, menu, long = false, ...header }: DetailHeaderProps) {
  return (
    <PageHeader
      {...header}
      long={long}
      below={
        below ? (
          <Text component="div" size="sm" mt={4}>
            {below}
          </Text>
        ) : null
      }
      actions={
        action || menu ? (
          <>
            {action}
            {menu ? (
              <ActionMenu
                actions={menu.items}
                target={(target) => (
                  <ActionIcon {...target} variant="default" size="input-sm" aria-label={menu.label}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                )}
              />
            ) : null}
          </>
        ) : null
      }
    />
  );
}
