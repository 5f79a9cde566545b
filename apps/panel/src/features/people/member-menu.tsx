"use client";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDoorExit, IconDots, IconPencil, IconUserMinus } from "@tabler/icons-react";
import type { Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";

/** What can be done about a member; nothing is shown to those who may do nothing. */
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
    <Menu position="bottom-end" width={250} keepMounted={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("actsOn", { name: member.name || member.email })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange ? (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onAct("change", member)}
          >
            {t("change")}
          </Menu.Item>
        ) : null}
        {isSelf ? (
          <Menu.Item color="red" leftSection={<IconDoorExit size={16} aria-hidden />} onClick={onLeave}>
            {t("leave")}
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            leftSection={<IconUserMinus size={16} aria-hidden />}
            onClick={() => onAct("remove", member)}
          >
            {t("remove")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
