"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLeaveWhereGone } from "@/features/domains/use-leave-where-gone.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { TransferAnswer } from "@/features/transfers/transfer-answer.tsx";
import { useActorName } from "@/lib/use-actor-name.ts";
import { Notice } from "@/ui/notices/notice.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";

const when = (at: string) => () => (
  <>
    <Moment at={at} detail="minute" /> (<RelativeMoment at={at} />)
  </>
);

/** The domain's current operation, with the response to an outgoing transfer. */
export function OperationNotice({ operation }: { operation: DomainOperation }) {
  const t = useTranslations("domainActs");
  const actorName = useActorName();
  const refresh = useRefreshDomains();
  const [isAsking, setIsAsking] = useState(false);
  const { kind, state, reason, waitsUntil } = operation;
  const isMine = kind === "transfer_out" && state === "action_required";
  return (
    <Notice title={t(`underWay_${kind}`)}>
      <Stack gap="sm">
        <Text size="sm">
          {isMine ? t("transferOutWords") : (reason?.message ?? t("underWayWords"))}{" "}
          {waitsUntil
            ? t.rich(isMine ? "transferOutUntil" : "underWayUntil", { when: when(waitsUntil) })
            : null}
        </Text>
        {isMine ? <TransferOutAnswer operation={operation} /> : null}
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {t.rich("underWaySince", {
              who: actorName(operation.requestedBy),
              when: () => <RelativeMoment at={operation.createdAt} hasHappened />,
            })}
          </Text>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={isAsking}
            onClick={() => {
              setIsAsking(true);
              void refresh().finally(() => setIsAsking(false));
            }}
          >
            {t("lookAgain")}
          </Button>
        </Group>
      </Stack>
    </Notice>
  );
}

function TransferOutAnswer({ operation: { id, domainName } }: { operation: DomainOperation }) {
  const t = useTranslations("domainActs");
  const refresh = useRefreshDomains();
  const leave = useLeaveWhereGone(domainName);
  return (
    <TransferAnswer
      operationId={id}
      rejectLabel={t("rejectTransfer")}
      approveLabel={t("approveTransfer")}
      failedTitle={t("transferNotAnswered", { name: domainName })}
      onApproved={async () => {
        if (!(await leave())) {
          await refresh();
        }
      }}
    />
  );
}
