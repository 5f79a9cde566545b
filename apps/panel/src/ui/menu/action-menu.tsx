"use client";
import type { ReactElement } from "react";
import { LazyMenu, type TargetProps } from "./lazy-menu.tsx";
import type { MenuAction } from "./menu-action.ts";

const load = () => import("./open-action-menu.tsx").then((module) => module.OpenActionMenu);

/** A button with a menu of actions, which loads when it is opened. */
export function ActionMenu(props: {
  actions: readonly MenuAction[];
  target: (props: TargetProps) => ReactElement;
  position?: "bottom-end" | "top-start";
  width?: number;
}) {
  const { target, ...menu } = props;
  return <LazyMenu load={load} menu={menu} target={target} />;
}
