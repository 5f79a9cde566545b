"use client";
import { Button, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { CurrentSession, Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { hasRight } from "@/features/access/rights.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { useMemberColumns } from "./use-member-columns.tsx";

const ChangeMemberDialog = lazyDialog(() =>
  import("./change-member-dialog.tsx").then((module) => module.ChangeMemberDialog),
);
const InviteDialog = lazyDialog(() => import("./invite-dialog.tsx").then((module) => module.InviteDialog));
const RemoveMemberDialog = lazyDialog(() =>
  import("./confirmations.tsx").then((module) => module.RemoveMemberDialog),
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
  useAskedAct("invite", () => setIsInviting(true), canWrite);
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
  const onAct = useCallback((what: Act["what"], member: Member) => {
    setAct({ what, member });
    setOpened(what);
  }, []);
  const onLeave = useCallback(() => setIsLeaving(true), []);
  const columns = useMemberColumns(place, userId, { onAct, onLeave });
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
