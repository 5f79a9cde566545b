"use client";
import { Text, VisuallyHidden } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { CurrentSession, Member } from "@zonepost/schema";
import { switchStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { type ComponentProps, useMemo } from "react";
import { hasRight, mayGiveRole } from "@/features/access/rights.ts";
import { useWallNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { hourMs } from "@/ui/values/durations.ts";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import { MemberMenu } from "./member-menu.tsx";
import { RoleCell } from "./role-cell.tsx";

export function useMemberColumns(
  place: CurrentSession["session"],
  userId: string,
  { onAct, onLeave }: Pick<ComponentProps<typeof MemberMenu>, "onAct" | "onLeave">,
): ColumnDef<Member>[] {
  const t = useTranslations("people");
  return useMemo<ColumnDef<Member>[]>(() => {
    const canWrite = hasRight(place, "members:write");
    return [
      {
        id: "person",
        header: t("person"),
        cell: ({ row: { original } }) => (
          <div>
            <Text component="span" size="sm" fw={500}>
              {original.name || <AddressText>{original.email}</AddressText>}
            </Text>
            {original.userId === userId ? (
              <Text component="span" size="sm" c="dimmed">
                {` ${t("you")}`}
              </Text>
            ) : null}
            <Text component="span" display="block" size="xs" c="dimmed">
              <AddressText>{original.email}</AddressText>
            </Text>
          </div>
        ),
        meta: { phone: "title" },
      },
      {
        id: "role",
        header: t("role"),
        cell: ({ row }) => <RoleCell {...row.original} />,
        meta: { phone: "detail" },
      },
      {
        id: "secondFactor",
        header: t("secondFactor"),
        cell: ({ row: { original } }) => (
          <StatusBadge tone={switchStates[original.twoFactorEnabled ? "on" : "off"].tone}>
            {t(original.twoFactorEnabled ? "secondFactorOn" : "secondFactorOff")}
          </StatusBadge>
        ),
        meta: { phone: "low", phoneLabel: t("secondFactor") },
      },
      {
        id: "lastSeen",
        header: t("lastSeen"),
        cell: ({ row: { original } }) =>
          original.userId === userId ? (
            t("seenNow")
          ) : original.lastSeenAt ? (
            <LastSeen at={original.lastSeenAt} />
          ) : (
            t("never")
          ),
        meta: { phone: "lowAside" },
      },
      {
        id: "acts",
        header: () => <VisuallyHidden>{t("acts")}</VisuallyHidden>,
        cell: ({ row: { original } }) => (
          <MemberMenu
            member={original}
            isSelf={original.userId === userId}
            mayChange={canWrite && mayGiveRole(place, original.role)}
            onAct={onAct}
            onLeave={onLeave}
          />
        ),
        meta: { phone: "status", align: "end", width: "60px" },
      },
    ];
  }, [t, place, userId, onAct, onLeave]);
}

/** The API rounds to the hour, so minutes would be invented. */
function LastSeen({ at }: { at: string }) {
  const t = useTranslations("people");
  const now = useWallNow();
  return now.getTime() - Date.parse(at) < hourMs ? (
    t("lastSeenNow")
  ) : (
    <RelativeMoment at={at} isWall hasHappened />
  );
}
