"use client";
import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UnsavedContext, useGuardedClose } from "@/ui/form/unsaved.tsx";
import { useEscape } from "./use-escape.ts";
import { WhenGone } from "./when-gone.tsx";

/** Shows one row of a list in a drawer. */
export function SideDrawer(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}) {
  const { onClose, children, ...drawer } = props;
  const t = useTranslations("ui");
  const { close, scope } = useGuardedClose(onClose);
  useEscape(drawer.opened, close);
  return (
    <Drawer
      {...drawer}
      onClose={close}
      closeOnEscape={false}
      position="right"
      size="lg"
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <WhenGone />
      <UnsavedContext value={scope}>{children}</UnsavedContext>
    </Drawer>
  );
}
