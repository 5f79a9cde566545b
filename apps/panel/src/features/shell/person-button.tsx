"use client";
import { Avatar, UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { TargetProps } from "@/ui/menu/lazy-menu.tsx";
import { initialOf } from "./initial-of.ts";
import classes from "./person-menu.module.css";

export function PersonButton({ name, email, ...target }: { name: string; email: string } & TargetProps) {
  const t = useTranslations("shell");
  return (
    <UnstyledButton
      {...target}
      className={classes.person}
      aria-label={t("personMenu", { name: name || email })}
    >
      <Avatar size={32} radius="xl" color="accent" variant="filled" name={name || email} aria-hidden>
        {initialOf(name || email)}
      </Avatar>
    </UnstyledButton>
  );
}
