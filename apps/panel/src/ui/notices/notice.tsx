"use client";
import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

const tones = {
  title: { color: "var(--zp-warn)" },
  icon: { color: "var(--zp-warn)" },
  message: { color: "var(--mantine-color-text)" },
  closeButton: { color: "var(--mantine-color-text)" },
};

export function Notice(props: {
  title: string;
  children: ReactNode;
  closeLabel?: string;
  onClose?: () => void;
}) {
  const { title, children, closeLabel, onClose } = props;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="outline"
      mb="lg"
      bg="var(--zp-surface)"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      styles={tones}
      withCloseButton={onClose !== undefined}
      closeButtonLabel={closeLabel}
      onClose={onClose}
    >
      {children}
    </Alert>
  );
}
