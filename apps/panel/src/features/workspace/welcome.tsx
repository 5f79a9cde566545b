"use client";
import { Alert } from "@mantine/core";
import { IconDoorEnter } from "@tabler/icons-react";
import type { CurrentSession } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useRoleLabels } from "@/features/access/use-role-labels.ts";

/** Welcomes a new member and explains their role. */
export function Welcome({ session }: { session: CurrentSession["session"] }) {
  const t = useTranslations("invitation");
  const { roleName, roleWords } = useRoleLabels();
  const [isNew, setIsNew] = useQueryState("welcome", parseAsBoolean.withDefault(false));
  const { role, workspaceName, domainNames } = session;
  if (!isNew || role === null || workspaceName === null) {
    return null;
  }
  return (
    <Alert
      role="status"
      variant="outline"
      mb="lg"
      bg="var(--zp-surface)"
      icon={<IconDoorEnter aria-hidden />}
      title={t("welcomeTitle", { workspace: workspaceName })}
      styles={{ message: { color: "var(--mantine-color-text)" } }}
      withCloseButton
      closeButtonLabel={t("welcomeClose")}
      onClose={() => void setIsNew(null)}
    >
      {domainNames === null
        ? t("welcome", { role: roleName(role), words: roleWords(role) })
        : t("welcomeLimited", { role: roleName(role), count: domainNames.length })}
    </Alert>
  );
}
