"use client";
import { Button, Group, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useNow } from "@/ui/clock.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";

const AuthCodeDialog = lazyDialog(() =>
  import("./auth-code-dialog.tsx").then((module) => module.AuthCodeDialog),
);

/** Shows the auth code for a transfer to another registrar, once the transfer lock is off. */
export function AuthCode({ domain }: { domain: Domain }) {
  const t = useTranslations("domainActs");
  const write = useMomentText();
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
  useAskedAct("auth-code", () => setIsOpen(true), why === undefined);
  return (
    <Section title={t("moveAway")} description={t("moveAwayWords")}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Text size="sm" c={why || !isOut ? "dimmed" : undefined} maw="64ch" style={{ flex: "1 1 260px" }}>
            {why ?? (isOut ? t("codeIsOut", { date: write(authCodeExpiresAt, "minute") }) : t("noCodeYet"))}
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
