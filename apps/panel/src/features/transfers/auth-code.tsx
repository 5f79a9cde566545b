"use client";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useStepUp } from "@/features/step-up/step-up.tsx";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useFullMomentText } from "@/ui/values/moment.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";

/** The way to another registrar: the code that it asks for, which needs the lock off. */
export function AuthCode({ domain }: { domain: Domain }) {
  const t = useTranslations("domainActs");
  const write = useFullMomentText();
  const now = useNow();
  const [isOpen, setIsOpen] = useState(false);
  const release = useRight("domains:release");
  const { authCodeExpiresAt } = domain;
  const isOut = authCodeExpiresAt !== null && Date.parse(authCodeExpiresAt) > now.getTime();
  const why =
    release.why ??
    (domain.status !== "active" && domain.status !== "expired"
      ? t("notNow")
      : domain.locked
        ? t("unlockFirst")
        : undefined);
  return (
    <Section title={t("moveAway")} description={t("moveAwayWords")}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Text size="sm" c={why || !isOut ? "dimmed" : undefined} maw="64ch" style={{ flex: "1 1 260px" }}>
            {why ?? (isOut ? t("codeIsOut", { date: write(authCodeExpiresAt) }) : t("noCodeYet"))}
          </Text>
          <Button
            variant="default"
            leftSection={<IconKey size={18} aria-hidden />}
            disabled={why !== undefined}
            onClick={() => setIsOpen(true)}
          >
            {t("getCode")}
          </Button>
        </Group>
      </Surface>
      <AuthCodeDialog domain={domain} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

function AuthCodeDialog(props: { domain: Domain; opened: boolean; onClose: () => void }) {
  const { domain, opened, onClose } = props;
  const t = useTranslations("domainActs");
  const write = useFullMomentText();
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const confirmed = useStepUp();
  const create = useMutation({
    mutationFn: confirmed(() => client.domains.createAuthCode.mutate({ name: domain.name })),
    onSuccess: refresh,
  });
  const once = create.data;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("codeTitle", { name: domain.unicodeName })}
      closeButtonProps={{ "aria-label": t("close") }}
      // What is shown once must not go by a slip of the finger.
      closeOnClickOutside={once === undefined}
      closeOnEscape={once === undefined}
      withCloseButton={once === undefined}
      onExitTransitionEnd={() => create.reset()}
    >
      {once ? (
        <Stack gap="lg">
          <SecretOnce
            label={t("code")}
            value={once.authCode}
            notice={t("codeOnce", { date: write(once.expiresAt) })}
          />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t("codeSaved")}</Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Text size="sm">{t("codeWords")}</Text>
          {create.error ? <Failure error={create.error} title={t("noCode")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button loading={create.isPending} onClick={() => create.mutate()} data-autofocus>
              {t("showCode")}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
