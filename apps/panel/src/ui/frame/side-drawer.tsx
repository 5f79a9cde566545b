"use client";
import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Shows one row of a list in a drawer. */
export function SideDrawer(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("ui");
  return <Drawer {...props} position="right" size="lg" closeButtonProps={{ "aria-label": t("close") }} />;
}
