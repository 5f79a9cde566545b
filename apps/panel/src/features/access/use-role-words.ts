"use client";
import type { WorkspaceRole } from "@zonepost/schema";
import { useTranslations } from "next-intl";

/** What a role is called, and what it may do in one sentence. */
export function useRoleWords() {
  const t = useTranslations("people");
  return {
    roleName: (role: WorkspaceRole) => t(`role_${role}`),
    roleWords: (role: WorkspaceRole) => t(`roleWords_${role}`),
  };
}
