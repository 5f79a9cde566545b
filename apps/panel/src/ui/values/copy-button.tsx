"use client";
import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Hint } from "@/ui/hint.tsx";

/** Copies `value` and confirms it. `label` names the value for screen readers. */
export function CopyButton(props: {
  value: string;
  label: string;
  text?: string;
  onCopied?: (() => void) | undefined;
}) {
  const { value, label, text, onCopied } = props;
  const t = useTranslations("ui");
  const clipboard = useClipboard({ timeout: 2000 });
  const { copied } = clipboard;
  // Without TLS, browsers don't let a page copy.
  useEffect(() => {
    if (copied) {
      onCopied?.();
    }
  }, [copied, onCopied]);
  const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  const announcement = (
    <VisuallyHidden role="status">{copied ? t("copiedWhat", { what: label }) : ""}</VisuallyHidden>
  );
  if (text) {
    return (
      <>
        <Button variant="default" leftSection={icon} onClick={() => clipboard.copy(value)}>
          {copied ? t("copied") : text}
        </Button>
        {announcement}
      </>
    );
  }
  return (
    <>
      <Hint label={copied ? t("copied") : t("copy")}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t("copyWhat", { what: label })}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            clipboard.copy(value);
          }}
        >
          {icon}
        </ActionIcon>
      </Hint>
      {announcement}
    </>
  );
}
