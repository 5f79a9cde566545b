"use client";
import { Modal, type ModalProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export type DialogProps = Pick<ModalProps, "opened" | "onClose" | "title" | "size" | "zIndex"> & {
  /** Called once the dialog has closed. */
  onExited?: (() => void) | undefined;
  /** Contains something that is shown only once, so only its own buttons close it. */
  isModal?: boolean;
  children: ReactNode;
};

export function Dialog({ isModal = false, onExited, children, ...props }: DialogProps) {
  const t = useTranslations("ui");
  return (
    <Modal
      {...props}
      closeButtonProps={{ "aria-label": t("close") }}
      closeOnClickOutside={!isModal}
      closeOnEscape={!isModal}
      withCloseButton={!isModal}
      onExitTransitionEnd={onExited}
    >
      {children}
    </Modal>
  );
}
