"use client";
import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { type Crumb, PageHeader } from "./page-header.tsx";

type DetailHeaderProps = {
  crumbs: Crumb[];
  title: ReactNode;
  below?: ReactNode;
  /** The one thing that is done most. */
  action?: ReactNode;
  /** Everything else; absent where the person may do none of it. */
  menu?: { label: string; items: MenuAction[] } | undefined;
  long?: boolean;
};

type MenuAction = {
  label: string;
  icon: ComponentType<{ size?: number }>;
  onClick: () => void;
  /** Stands apart, below a line. */
  isDangerous?: boolean;
};

/** The head of a page about one thing: its status, its main action, and a menu for the rest. */
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
              <Menu position="bottom-end" keepMounted={false}>
                <Menu.Target>
                  <ActionIcon variant="default" size={36} aria-label={menu.label}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {menu.items.flatMap(({ label, icon: Icon, onClick, isDangerous }) => [
                    isDangerous ? <Menu.Divider key={`${label} divider`} /> : null,
                    <Menu.Item
                      key={label}
                      c={isDangerous ? "var(--zp-bad)" : undefined}
                      leftSection={<Icon size={16} aria-hidden />}
                      onClick={onClick}
                    >
                      {label}
                    </Menu.Item>,
                  ])}
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </>
        ) : null
      }
    />
  );
}
