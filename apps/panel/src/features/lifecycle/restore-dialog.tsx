"use client";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { DomainOperation, DomainOperationPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { Domain } from "@/features/domains/domain.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useMoney } from "@/ui/values/use-money.ts";
import { PreviewFacts } from "./preview-facts.tsx";
import { assertDone } from "./settled.ts";

/** Brings a name back out of its redemption, at the price that is seen here. */
export function RestoreDialog(props: { domain: Domain; opened: boolean; onClose: () => void }) {
  const { domain, opened, onClose } = props;
  const t = useTranslations("domainActs");
  const client = useTRPCClient();
  const money = useMoney();
  const refresh = useRefreshDomains();
  const { name } = domain;
  const preview = useQuery({
    queryKey: ["domains", "preview", "restore", name],
    queryFn: async () =>
      (await client.domains.restore.mutate({ name, dryRun: true })) as DomainOperationPreview,
    enabled: opened,
    staleTime: 0,
    retry: false,
  });
  const restore = useMutation({
    mutationFn: async (expectedPriceCents: number | undefined) =>
      assertDone((await client.domains.restore.mutate({ name, expectedPriceCents })) as DomainOperation),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: (error) => {
      if (problemOf(error).code === "price_changed") {
        void preview.refetch();
      } else {
        void refresh();
      }
    },
  });
  const seen = preview.data;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("restoreTitle", { name: domain.unicodeName })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => restore.reset()}
    >
      <Stack gap="md">
        <Text size="sm">{t("restoreWords")}</Text>
        <PreviewFacts query={preview} />
        {restore.error ? <Failure error={restore.error} title={t("notRestored")} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("cancel")}
          </Button>
          <Button
            disabled={!seen?.wouldSucceed}
            loading={restore.isPending}
            onClick={() => restore.mutate(seen?.priceCents ?? undefined)}
          >
            {seen?.wouldSucceed && seen.priceCents !== null && seen.currency !== null
              ? t("restoreFor", { price: money(seen.priceCents, seen.currency) })
              : t("restore")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
