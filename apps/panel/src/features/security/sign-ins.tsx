"use client";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { OwnSession } from "@zonepost/schema";
import { markTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useDeviceName } from "@/features/devices/device-name.tsx";
import { Failure } from "@/lib/failure.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/** The user's sessions, each with a button to end it. */
export function SignIns() {
  const t = useTranslations("security");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.me.sessions.queryOptions());
  // Ending all sessions also removes the trusted browsers.
  const onSuccess = () => queryClient.invalidateQueries(trpc.me.pathFilter());
  const revoke = useSubmit({ ...trpc.me.revokeSession.mutationOptions(), onSuccess, isRepeatable: true });
  const revokeOthers = useSubmit({
    ...trpc.me.revokeOtherSessions.mutationOptions(),
    onSuccess,
    isRepeatable: true,
  });
  const failure = revoke.error ?? revokeOthers.error;
  const others = query.data?.filter((session) => !session.isCurrent).length ?? 0;
  return (
    <Section
      title={t("signIns")}
      description={t("signInsWords")}
      action={
        others > 0 ? (
          <Button
            variant="default"
            loading={revokeOthers.isPending}
            onClick={() => {
              revoke.reset();
              revokeOthers.mutate();
            }}
          >
            {t("signOutElsewhere")}
          </Button>
        ) : null
      }
    >
      {failure ? <Failure error={failure} title={t("notEnded")} /> : null}
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("device"), t("wayIn"), t("lastUsed")]} rows={2} />}
      >
        {(sessions) => (
          <Sessions
            sessions={sessions}
            ending={revoke.isPending ? revoke.variables.id : undefined}
            onEnd={(id) => {
              revokeOthers.reset();
              revoke.mutate({ id });
            }}
          />
        )}
      </QueryView>
    </Section>
  );
}

type SessionsProps = { sessions: OwnSession[]; ending: string | undefined; onEnd: (id: string) => void };

function Sessions({ sessions, ending, onEnd }: SessionsProps) {
  const t = useTranslations("security");
  const deviceName = useDeviceName();
  const columns = useMemo<ColumnDef<OwnSession>[]>(
    () => [
      {
        id: "device",
        header: t("device"),
        cell: ({ row: { original } }) => (
          <span title={original.userAgent ?? undefined}>{deviceName(original.userAgent)}</span>
        ),
        meta: { phone: "title" },
      },
      {
        id: "wayIn",
        header: t("wayIn"),
        cell: ({ row: { original } }) => t(`way_${original.signedInBy ?? "unknown"}`),
        meta: { phone: "detail" },
      },
      {
        id: "address",
        header: t("address"),
        cell: ({ row: { original } }) => (
          <Text component="span" ff="monospace" size="sm">
            {original.ipAddress ?? "–"}
          </Text>
        ),
        meta: { phone: "low" },
      },
      {
        id: "lastUsedAt",
        header: t("lastUsed"),
        cell: ({ row: { original } }) =>
          original.isCurrent ? t("now") : <RelativeMoment at={original.lastUsedAt} isWall hasHappened />,
        meta: { phone: "lowAside", phoneLabel: t("lastUsed") },
      },
      {
        id: "end",
        header: () => <VisuallyHidden>{t("actions")}</VisuallyHidden>,
        cell: ({ row: { original } }) =>
          original.isCurrent ? (
            <StatusBadge tone={markTones.current}>{t("thisOne")}</StatusBadge>
          ) : (
            <Button
              variant="default"
              size="xs"
              loading={ending === original.id}
              aria-label={t("endOf", { device: deviceName(original.userAgent) })}
              onClick={() => onEnd(original.id)}
            >
              {t("end")}
            </Button>
          ),
        meta: { phone: "status", align: "end", width: "144px" },
      },
    ],
    [t, deviceName, ending, onEnd],
  );
  return <DataTable label={t("signIns")} rows={sessions} columns={columns} rowId={(row) => row.id} />;
}
