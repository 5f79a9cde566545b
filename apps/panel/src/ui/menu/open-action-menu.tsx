"use client";
import { Menu, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { type TargetProps, useOpenOnMount } from "./lazy-menu.tsx";
import type { MenuAction } from "./menu-action.ts";

export function OpenActionMenu(props: {
  actions: readonly MenuAction[];
  target: (props: TargetProps) => ReactElement;
  position?: "bottom-end" | "top-start";
  width?: number;
}) {
  const { actions, target, position = "bottom-end", width } = props;
  const { targetRef, menu } = useOpenOnMount();
  return (
    <Menu {...menu} position={position} keepMounted={false} width={width}>
      <Menu.Target>{target({ ref: targetRef })}</Menu.Target>
      <Menu.Dropdown>
        {actions.flatMap(({ label, icon: Icon, onClick, unavailable, isDangerous = false }, index) => [
          isDangerous && index > 0 ? <Menu.Divider key={`${label} divider`} /> : null,
          <Menu.Item
            key={label}
            c={isDangerous ? "var(--zp-bad)" : undefined}
            leftSection={Icon ? <Icon size={16} aria-hidden /> : undefined}
            // Not disabled: the keyboard reaches it, so that a screen reader reads why it does nothing.
            aria-disabled={unavailable === undefined ? undefined : true}
            closeMenuOnClick={unavailable === undefined}
            onClick={unavailable === undefined ? onClick : undefined}
          >
            {unavailable === undefined ? (
              label
            ) : (
              <>
                <Text component="span" display="block" size="sm" c="dimmed">
                  {label}
                </Text>
                <Text component="span" display="block" size="xs" maw={240}>
                  {unavailable}
                </Text>
              </>
            )}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
