"use client";
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/ui/values/copy-button.tsx";

/** An error and its next step, with the request ID for support. */
export function ProblemAlert(props: {
  title: string;
  detail?: string | undefined;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Links to pages on which the problem can be solved, the best one first. */
  actions?: { href: string; label: string }[];
}) {
  const { title, detail, requestId, onRetry, actions = [] } = props;
  const t = useTranslations("ui");
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      styles={{
        title: { color: "var(--zp-bad)" },
        icon: { color: "var(--zp-bad)" },
        message: { color: "var(--mantine-color-text)" },
      }}
      bg="var(--zp-surface)"
    >
      {detail ? <Text size="sm">{detail}</Text> : null}
      {requestId ? (
        <Group gap={4} mt={4} wrap="nowrap" align="flex-start">
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("requestId")} <code>{requestId}</code>
          </Text>
          <CopyButton value={requestId} label={t("requestId")} />
        </Group>
      ) : null}
      {actions.length > 0 ? (
        <Group gap="xs" mt="sm">
          {actions.map(({ href, label }, index) => (
            <Button
              key={href}
              component="a"
              href={href}
              size="xs"
              variant={index === 0 ? "filled" : "default"}
            >
              {label}
            </Button>
          ))}
        </Group>
      ) : null}
      {onRetry ? (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
    </Alert>
  );
}
