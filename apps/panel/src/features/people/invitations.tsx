"use client";
import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconMailForward, IconUserPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { Invitation } from "@zonepost/schema";
import { invitationStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { hasRight, mayGiveRole, type Place } from "@/features/access/rights.ts";
import { Failure } from "@/lib/failure.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import { RoleCell } from "./role-cell.tsx";

const CancelInvitationDialog = lazyDialog(() =>
  import("./confirmations.tsx").then((module) => module.CancelInvitationDialog),
);

export function Invitations({ place }: { place: Place }) {
  const t = useTranslations("people");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.invitations.list.queryOptions(), refetchInterval: 15_000 });
  return (
    <Section title={t("invitations")} description={t("invitationsWords")}>
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("email"), t("role"), t("status")]} rows={1} />}
      >
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState icon={IconUserPlus} title={t("noInvitationsTitle")}>
              {t(hasRight(place, "members:write") ? "noInvitations" : "noInvitationsReader")}
            </EmptyState>
          ) : (
            <InvitationTable invitations={invitations} place={place} />
          )
        }
      </QueryView>
    </Section>
  );
}

function InvitationTable({ invitations, place }: { invitations: Invitation[]; place: Place }) {
  const t = useTranslations("people");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [cancelling, setCancelling] = useState<Invitation>();
  const [isOpen, setIsOpen] = useState(false);
  const onSuccess = () => queryClient.invalidateQueries(trpc.invitations.pathFilter());
  const resend = useSubmit({
    mutationFn: (input: { id: string }) => client.invitations.resend.mutate(input),
    onSuccess,
    isRepeatable: true,
  });
  const { mutate, isPending, variables } = resend;
  const resending = isPending ? variables.id : undefined;
  const columns = useMemo<ColumnDef<Invitation>[]>(
    () => [
      {
        id: "email",
        header: t("email"),
        cell: ({ row: { original } }) => (
          <div>
            <Text component="span" size="sm" fw={500}>
              <AddressText>{original.email}</AddressText>
            </Text>
            <Text component="span" display="block" size="xs" c="dimmed">
              {t("by", { name: original.invitedBy })}
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
        id: "status",
        header: t("status"),
        cell: ({ row: { original } }) => (
          <StatusBadge tone={invitationStates[original.status].tone}>
            {t(`status_${original.status}`)}
          </StatusBadge>
        ),
        meta: { phone: "status" },
      },
      {
        id: "sent",
        header: t("sent"),
        cell: ({ row: { original } }) => <Moment at={original.sentAt} detail="time" />,
        meta: { phone: "hide" },
      },
      {
        id: "expires",
        header: t("expires"),
        cell: ({ row: { original } }) => <RelativeMoment at={original.expiresAt} />,
        meta: { phone: "aside", phoneLabel: t("expires") },
      },
      {
        id: "acts",
        header: () => <VisuallyHidden>{t("acts")}</VisuallyHidden>,
        cell: ({ row: { original } }) =>
          hasRight(place, "members:write") && mayGiveRole(place, original.role) ? (
            <Group gap={6} wrap="nowrap" style={{ display: "inline-flex" }}>
              <Button
                variant="default"
                size="xs"
                loading={resending === original.id}
                aria-label={t("resendTo", { email: original.email })}
                onClick={() => mutate({ id: original.id })}
              >
                {t("resend")}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t("cancelOf", { email: original.email })}
                onClick={() => {
                  setCancelling(original);
                  setIsOpen(true);
                }}
              >
                {t("cancel")}
              </Button>
            </Group>
          ) : null,
        meta: { phone: "low", align: "end" },
      },
    ],
    [t, place, mutate, resending],
  );
  return (
    <Stack gap="sm">
      {resend.isError ? <Failure error={resend.error} title={t("notResent")} /> : null}
      {resend.isSuccess ? (
        <Text size="sm" role="status">
          <IconMailForward size={16} aria-hidden style={{ verticalAlign: "text-bottom" }} />{" "}
          {t("resent", { email: resend.data.email })}
        </Text>
      ) : null}
      <DataTable label={t("invitations")} rows={invitations} columns={columns} rowId={(row) => row.id} />
      {cancelling ? (
        <CancelInvitationDialog invitation={cancelling} opened={isOpen} onClose={() => setIsOpen(false)} />
      ) : null}
    </Stack>
  );
}
