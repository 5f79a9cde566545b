"use client";
import { IconLock } from "@tabler/icons-react";
import type { WorkspaceRole } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/ui/empty-state.tsx";

/** Instead of a page about endpoints that the session's role, or its limit to some domains, does not include. */
export function WebhooksRightMissing(props: {
  role: WorkspaceRole | null;
  isLimited: boolean;
  act: "see" | "add";
}) {
  const { role, isLimited, act } = props;
  const t = useTranslations("settings");
  const right = useTranslations("webhooks")(act === "see" ? "rightToSee" : "rightToAdd");
  const words =
    role === null
      ? t("noWorkspace")
      : isLimited
        ? t("rightMissingLimited", { right })
        : t("rightMissing", { role: t(`role_${role}`), right });
  return (
    <EmptyState icon={IconLock} title={t(role === null ? "noWorkspaceTitle" : "rightMissingTitle")} order={1}>
      {words}
    </EmptyState>
  );
}
