"use client";
import { Modal, type ModalProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UnsavedContext, useGuardedClose } from "@/ui/form/unsaved.tsx";
import { useEscape } from "./use-escape.ts";
import { WhenGone } from "./when-gone.tsx";

export type DialogProps = Pick<ModalProps, "opened" | "onClose" | "title" | "size" | "zIndex"> & {
  /** Called once the dialog has closed and can't be clicked anymore. */
  onExited?: (() => void) | undefined;
  /** Contains something that is shown only once, so only its own buttons close it. */
  isModal?: boolean;
  children: ReactNode;
};

export function Dialog({ isModal = false, onExited, onClose, children, ...props }: DialogProps) {
  const t = useTranslations("ui");
  const { close, scope } = useGuardedClose(onClose);
  useEscape(props.opened, () => {
    if (!isModal) {
      close();
    }
  });
  return (
    <Modal
      {...props}
      onClose={close}
      closeButtonProps={{ "aria-label": t("close") }}
      closeOnClickOutside={!isModal}
      closeOnEscape={false}
      withCloseButton={!isModal}
    >
      <WhenGone run={onExited} />
      <UnsavedContext value={scope}>{children}</UnsavedContext>
    </Modal>
  );
}
