"use client";
import { ActionIcon, Button, Menu, Text, VisuallyHidden } from "@mantine/core";
import { IconDoorExit, IconDots, IconPencil, IconUserMinus, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { CurrentSession, Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { hasRight, mayGiveRole } from "@/features/access/rights.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import { RoleCell } from "./role-cell.tsx";

const ChangeMemberDialog = lazyDialog(() =>
  import("./change-member-dialog.tsx").then((module) => module.ChangeMemberDialog),
);
const InviteDialog = lazyDialog(() => import("./invite-dialog.tsx").then((module) => module.InviteDialog));
const RemoveMemberDialog = lazyDialog(() =>
  import("./remove-member-dialog.tsx").then((module) => module.RemoveMemberDialog),
);
const LeaveWorkspaceDialog = lazyDialog(() =>
  import("@/features/workspace/leave-workspace-dialog.tsx").then((module) => module.LeaveWorkspaceDialog),
);

type Place = CurrentSession["session"];
type Act = { what: "change" | "remove"; member: Member };

export function Members({ place, userId }: { place: Place; userId: string }) {
  const t = useTranslations("people");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.members.list.queryOptions(), refetchInterval: 30_000 });
  const [isInviting, setIsInviting] = useState(false);
  const canWrite = hasRight(place, "members:write");
  return (
    <Section
      title={t("members")}
      description={t("membersWords")}
      action={
        canWrite ? (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setIsInviting(true)}>
            {t("invite")}
          </Button>
        ) : null
      }
    >
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("person"), t("role"), t("secondFactor")]} rows={3} />}
      >
        {(members) => <MemberTable members={members} place={place} userId={userId} />}
      </QueryView>
      {query.data?.length === 1 && canWrite ? (
        <Text size="sm" c="dimmed">
          {t("alone")}
        </Text>
      ) : null}
      <InviteDialog place={place} opened={isInviting} onClose={() => setIsInviting(false)} />
    </Section>
  );
}

function MemberTable({ members, place, userId }: { members: Member[]; place: Place; userId: string }) {
  const t = useTranslations("people");
  const [act, setAct] = useState<Act>();
  const [opened, setOpened] = useState<Act["what"]>();
  const [isLeaving, setIsLeaving] = useState(false);
  const columns = useMemo<ColumnDef<Member>[]>(() => {
    const open = (what: Act["what"], member: Member) => {
      setAct({ what, member });
      setOpened(what);
    };
    const canWrite = hasRight(place, "members:write");
    return [
      {
        id: "person",
        header: t("person"),
        cell: ({ row: { original } }) => (
          <div style={{ overflowWrap: "anywhere" }}>
            <Text component="span" size="sm" fw={500}>
              {original.name || original.email}
            </Text>
            {original.userId === userId ? (
              <Text component="span" size="sm" c="dimmed">
                {` ${t("you")}`}
              </Text>
            ) : null}
            <Text component="span" display="block" size="xs" c="dimmed">
              {original.email}
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
          <StatusBadge tone={original.twoFactorEnabled ? "good" : "off"}>
            {t(original.twoFactorEnabled ? "secondFactorOn" : "secondFactorOff")}
          </StatusBadge>
        ),
        meta: { phone: "low", phoneLabel: t("secondFactor") },
      },
      {
        id: "lastSeen",
        header: t("lastSeen"),
        cell: ({ row: { original } }) =>
          original.lastSeenAt ? <LastSeen at={original.lastSeenAt} /> : t("never"),
        meta: { phone: "lowAside" },
      },
      {
        id: "acts",
        header: () => <VisuallyHidden>{t("acts")}</VisuallyHidden>,
        cell: ({ row: { original } }) => {
          const isSelf = original.userId === userId;
          const mayChange = canWrite && mayGiveRole(place, original.role);
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
                  aria-label={t("actsOn", { name: original.name || original.email })}
                >
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {mayChange ? (
                  <Menu.Item
                    leftSection={<IconPencil size={16} aria-hidden />}
                    onClick={() => open("change", original)}
                  >
                    {t("change")}
                  </Menu.Item>
                ) : null}
                {isSelf ? (
                  <Menu.Item
                    color="red"
                    leftSection={<IconDoorExit size={16} aria-hidden />}
                    onClick={() => setIsLeaving(true)}
                  >
                    {t("leave")}
                  </Menu.Item>
                ) : (
                  <Menu.Item
                    color="red"
                    leftSection={<IconUserMinus size={16} aria-hidden />}
                    onClick={() => open("remove", original)}
                  >
                    {t("remove")}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          );
        },
        meta: { phone: "status", align: "end", width: "60px" },
      },
    ];
  }, [t, place, userId]);
  return (
    <>
      <DataTable label={t("members")} rows={members} columns={columns} rowId={(row) => row.id} />
      {act ? (
        <>
          <ChangeMemberDialog
            key={`change ${act.member.id} ${act.member.role}`}
            place={place}
            member={act.member}
            isSelf={act.member.userId === userId}
            opened={opened === "change"}
            onClose={() => setOpened(undefined)}
          />
          <RemoveMemberDialog
            member={act.member}
            workspaceName={place.workspaceName ?? ""}
            opened={opened === "remove"}
            onClose={() => setOpened(undefined)}
          />
        </>
      ) : null}
      {place.workspaceId ? (
        <LeaveWorkspaceDialog
          workspace={{ id: place.workspaceId, name: place.workspaceName ?? "" }}
          opened={isLeaving}
          onClose={() => setIsLeaving(false)}
        />
      ) : null}
    </>
  );
}

const hourMs = 3_600_000;

/** The service says the hour alone: within it, minutes would be made up. */
function LastSeen({ at }: { at: string }) {
  const t = useTranslations("people");
  const now = useNow();
  return now.getTime() - Date.parse(at) < hourMs ? t("lastSeenNow") : <RelativeMoment at={at} />;
}
