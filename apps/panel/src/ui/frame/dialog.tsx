"use client";
import { Modal, type ModalProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";

import { UnsavedContext, useGuardedClose } from "@/ui/form/unsaved.tsx";

export type DialogProps = Pick<ModalProps, "opened" | "onClose" | "title" | "size" | "zIndex"> & {
  /** Called once the dialog has closed and can't be clicked anymore. */
  onExited?: (() => void) | undefined;
  /** Contains something that is shown only once, so only its own buttons close it. */
  isModal?: boolean;
  children: ReactNode;
};

/**
 * Runs a callback once its dialog is gone. Mantine reports the end of the transition earlier, while a click still
 * reaches the content. Such a click may itself render the removal, so the callback waits for its handlers.
 */
function WhenGone({ run }: { run: () => void }) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => void setTimeout(() => latest.current()), []);
  return null;
}

export function Dialog({ isModal = false, onExited, onClose, children, ...props }: DialogProps) {
  const t = useTranslations("ui");
  const { close, scope } = useGuardedClose(onClose);
  return (
    <Modal
      {...props}
      onClose={close}
      closeButtonProps={{ "aria-label": t("close") }}
      closeOnClickOutside={!isModal}
      closeOnEscape={!isModal}
      withCloseButton={!isModal}
    >
      {onExited ? <WhenGone run={onExited} /> : null}
      <UnsavedContext value={scope}>{children}</UnsavedContext>
    </Modal>
  );
}
