"use client";
import { ActionIcon } from "@mantine/core";
import { IconDoorExit, IconDots, IconPencil, IconUserMinus } from "@tabler/icons-react";
import type { Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";

/** A member's menu; hidden without permission. */
export function MemberMenu(props: {
  member: Member;
  isSelf: boolean;
  mayChange: boolean;
  onAct: (what: "change" | "remove", member: Member) => void;
  onLeave: () => void;
}) {
  const { member, isSelf, mayChange, onAct, onLeave } = props;
  const t = useTranslations("people");
  if (!isSelf && !mayChange) {
    return null;
  }
  return (
    <ActionMenu
      width={250}
      actions={[
        ...(mayChange
          ? [{ label: t("change"), icon: IconPencil, onClick: () => onAct("change", member) }]
          : []),
        isSelf
          ? { label: t("leave"), icon: IconDoorExit, onClick: onLeave, isDangerous: true }
          : {
              label: t("remove"),
              icon: IconUserMinus,
              onClick: () => onAct("remove", member),
              isDangerous: true,
            },
      ]}
      target={(target) => (
        <ActionIcon
          {...target}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("actsOn", { name: member.name || member.email })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
