"use client";
import { Button, Group, Modal, NativeSelect, Stack } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { DomainOperation, DomainOperationPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Domain } from "@/features/domains/domain.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useNow } from "@/ui/clock.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { PreviewFacts } from "./preview-facts.tsx";
import { assertDone } from "./settled.ts";
import { yearsAhead } from "./years-ahead.ts";

/** Renews by hand: what it costs and until when it is paid is seen before it is sent. */
export function RenewDialog(props: {
  domain: Domain;
  maxYears: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { domain, maxYears, opened, onClose } = props;
  const t = useTranslations("domainActs");
  const client = useTRPCClient();
  const money = useMoney();
  const refresh = useRefreshDomains();
  const [years, setYears] = useState(1);
  const offered = yearsAhead(domain.expiresAt, maxYears, useNow());
  const input = { name: domain.name, years, currentExpiresAt: domain.expiresAt };
  const preview = useQuery({
    queryKey: ["domains", "preview", "renewal", input],
    queryFn: async () =>
      (await client.domains.renew.mutate({ ...input, dryRun: true })) as DomainOperationPreview,
    enabled: opened,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const renew = useMutation({
    mutationFn: async (expectedPriceCents: number | undefined) =>
      assertDone((await client.domains.renew.mutate({ ...input, expectedPriceCents })) as DomainOperation),
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
  const isReady = seen !== undefined && !preview.isPlaceholderData && seen.wouldSucceed;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("renewTitle", { name: domain.unicodeName })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        setYears(1);
        renew.reset();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !renew.isPending) {
            renew.mutate(seen.priceCents ?? undefined);
          }
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label={t("years")}
            description={t("yearsHint", { count: maxYears })}
            data-autofocus
            value={String(years)}
            onChange={(event) => setYears(Number(event.currentTarget.value))}
            data={Array.from({ length: offered }, (_, index) => ({
              value: String(index + 1),
              label: t("yearCount", { count: index + 1 }),
            }))}
          />
          <PreviewFacts query={preview} />
          {renew.error ? <Failure error={renew.error} title={t("notRenewed")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" disabled={!isReady} loading={renew.isPending}>
              {isReady && seen.priceCents !== null && seen.currency !== null
                ? t("renewFor", { price: money(seen.priceCents, seen.currency) })
                : t("renew")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
