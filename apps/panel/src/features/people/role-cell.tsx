"use client";
import { Text } from "@mantine/core";
import type { WorkspaceRole } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRoleWords } from "@/features/access/use-role-words.ts";
import { ownScript } from "@/lib/own-script.ts";

/** A role, and what of the workspace it is limited to. */
export function RoleCell({ role, domainNames }: { role: WorkspaceRole; domainNames: string[] | null }) {
  const t = useTranslations("people");
  const { roleName } = useRoleWords();
  return (
    <>
      {roleName(role)}
      {domainNames === null ? null : (
        <Text
          component="span"
          display="block"
          size="xs"
          c="dimmed"
          title={domainNames.map(ownScript).join(", ")}
          style={{ overflowWrap: "anywhere" }}
        >
          {domainNames.length === 1
            ? t("onlyDomain", { name: ownScript(domainNames[0] ?? "") })
            : t("onlyDomains", { count: domainNames.length })}
        </Text>
      )}
    </>
  );
}
