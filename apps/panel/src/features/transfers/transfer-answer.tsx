"use client";
import { Button, Group, Text } from "@mantine/core";
import { Failure } from "@/lib/failure.tsx";
import { useAnswerTransfer } from "./use-answer-transfer.ts";

export function TransferAnswer(props: {
  operationId: string;
  rejectLabel: string;
  approveLabel: string;
  failedTitle: string;
  onApproved?: () => Promise<unknown>;
}) {
  const { operationId, rejectLabel, approveLabel, failedTitle, onApproved } = props;
  const { approve, reject, isBusy, error, release, write } = useAnswerTransfer(operationId, onApproved);
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          loading={reject.isPending}
          disabled={isBusy || !write.has}
          title={write.why}
          onClick={() => reject.mutate()}
        >
          {rejectLabel}
        </Button>
        <Button
          color="red.8"
          loading={approve.isPending}
          disabled={isBusy || !release.has}
          onClick={() => approve.mutate()}
        >
          {approveLabel}
        </Button>
      </Group>
      {release.why ? (
        <Text size="sm" c="dimmed">
          {release.why}
        </Text>
      ) : null}
      {error ? <Failure error={error} title={failedTitle} /> : null}
    </>
  );
}
