"use client";
import { ActionIcon } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import type { MailAlias } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";

export function AliasMenu(props: {
  alias: MailAlias;
  onAct: (what: "edit" | "delete", alias: MailAlias) => void;
}) {
  const { alias, onAct } = props;
  const t = useTranslations("mail");
  const write = useRight("mail:write");
  if (!write.has) {
    return null;
  }
  return (
    <ActionMenu
      width={220}
      actions={[
        { label: t("editAlias"), icon: IconPencil, onClick: () => onAct("edit", alias) },
        {
          label: t("deleteAlias"),
          icon: IconTrash,
          onClick: () => onAct("delete", alias),
          isDangerous: true,
        },
      ]}
      target={(target) => (
        <ActionIcon
          {...target}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("actsOnAlias", { address: toUnicodeName(alias.fromAddress) })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
