"use client";
import { UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { TargetProps } from "@/ui/menu/lazy-menu.tsx";
import classes from "./workspace-switcher.module.css";

export function SwitchButton({ name, ...target }: { name: string } & TargetProps) {
  const t = useTranslations("shell");
  return (
    <UnstyledButton {...target} className={classes.switch} aria-label={t("switchWorkspace", { name })}>
      <span className={classes.name}>{name}</span>
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
}
