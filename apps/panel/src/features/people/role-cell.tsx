"use client";
import { Text } from "@mantine/core";
import type { WorkspaceRole } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRoleLabels } from "@/features/access/use-role-labels.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";

/** A role, and its limit to domains. */
export function RoleCell({ role, domainNames }: { role: WorkspaceRole; domainNames: string[] | null }) {
  const t = useTranslations("people");
  const { roleName } = useRoleLabels();
  return (
    <>
      {roleName(role)}
      {domainNames === null ? null : (
        <Text
          component="span"
          display="block"
          size="xs"
          c="dimmed"
          title={domainNames.map(toUnicodeName).join(", ")}
          style={{ overflowWrap: "anywhere" }}
        >
          {domainNames.length === 1
            ? t("onlyDomain", { name: toUnicodeName(domainNames[0] ?? "") })
            : t("onlyDomains", { count: domainNames.length })}
        </Text>
      )}
    </>
  );
}
