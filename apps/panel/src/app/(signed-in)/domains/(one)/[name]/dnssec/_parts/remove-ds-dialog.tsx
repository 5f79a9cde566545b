"use client";
import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/app/_parts/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { algorithmWords, digestTypeWords } from "./ds-names.ts";

/** Says what removing this record does before it does it. */
export function RemoveDsDialog(props: {
  name: string;
  unicodeName: string;
  ds: DsRecord | undefined;
  remaining: number;
  onClose: () => void;
}) {
  const { name, unicodeName, ds, remaining, onClose } = props;
  const t = useTranslations("dnssec");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...trpc.domains.removeDsRecord.mutationOptions(),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(trpc.domains.get.queryFilter({ name })),
        queryClient.invalidateQueries(trpc.domains.list.queryFilter()),
        queryClient.invalidateQueries(trpc.domains.history.queryFilter({ name })),
      ]);
      onClose();
    },
  });
  const isLast = remaining === 0;
  return (
    <Modal
      opened={ds !== undefined}
      onClose={onClose}
      title={ds ? t("removeTitle", { keyTag: ds.keyTag }) : ""}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => remove.reset()}
    >
      {ds ? (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {unicodeName} · {algorithmWords(ds.algorithm)} · {digestTypeWords(ds.digestType)}
          </Text>
          <Text size="sm" fw={600}>
            {isLast ? t("removeLast", { name: unicodeName }) : t("removeOne", { count: remaining })}
          </Text>
          <List size="sm" spacing={6}>
            <List.Item>{isLast ? t("removeLastInsecure") : t("removeOneStill")}</List.Item>
            <List.Item>{t("removeCached")}</List.Item>
            <List.Item>{isLast ? t("removeLastOrder") : t("removeOneOrder")}</List.Item>
          </List>
          {remove.error ? <Failure error={remove.error} title={t("removeFailed")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t("keep")}
            </Button>
            <Button
              color="red.8"
              loading={remove.isPending}
              onClick={() => remove.mutate({ name, dsRecord: ds })}
            >
              {t("removeConfirm")}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}
