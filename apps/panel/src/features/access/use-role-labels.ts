"use client";
import type { WorkspaceRole } from "@zonepost/schema";
import { useTranslations } from "next-intl";

export function useRoleLabels() {
  const t = useTranslations("people");
  return {
    roleName: (role: WorkspaceRole) => t(`role_${role}`),
    roleWords: (role: WorkspaceRole) => t(`roleWords_${role}`),
  };
}
