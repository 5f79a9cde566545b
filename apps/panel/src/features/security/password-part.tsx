"use client";
import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Profile } from "@zonepost/schema";
import { switchStates } from "@zonepost/schema/status";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

const PasswordDialog = lazyDialog(() =>
  import("./password-dialog.tsx").then((module) => module.PasswordDialog),
);

const providerNames = { google: "Google", github: "GitHub" } as const;

export function PasswordPart({ profile }: { profile: Profile }) {
  const t = useTranslations("security");
  const [isOpen, dialog] = useDisclosure(false);
  useAskedAct("password", dialog.open);
  const [isChanged, setIsChanged] = useState(false);
  const { hasPassword, providers } = profile;
  const format = useFormatter();
  const others = [t("wayLink"), ...providers.map((one) => providerNames[one])];
  return (
    <Section
      title={t("password")}
      description={t("otherWays", { ways: format.list(others, { type: "disjunction" }) })}
    >
      <Surface>
        <Group justify="space-between" gap="sm">
          <span role="status">
            <StatusBadge tone={switchStates[hasPassword ? "on" : "off"].tone}>
              {isChanged ? t("passwordChanged") : hasPassword ? t("passwordSet") : t("passwordNone")}
            </StatusBadge>
          </span>
          <Button variant="default" onClick={dialog.open}>
            {hasPassword ? t("changePassword") : t("setPassword")}
          </Button>
        </Group>
      </Surface>
      <PasswordDialog
        email={profile.user.email}
        hasPassword={hasPassword}
        opened={isOpen}
        onClose={dialog.close}
        onChanged={() => setIsChanged(true)}
      />
    </Section>
  );
}
