"use client";
import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PaymentMethod } from "@zonepost/schema";
import { markTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { expiryStateOf } from "./card-expiry.ts";
import { CardName } from "./card-name.tsx";
import { useMakeDefault } from "./use-make-default.ts";

/** The card that paid. If it is saved, but not the default, it can become the default here. */
export function PaidWith({ card: paid }: { card: Pick<PaymentMethod, "brand" | "last4"> }) {
  const t = useTranslations("payments");
  const trpc = useTRPC();
  const now = useNow();
  const read = useRight("payments:read");
  const write = useRight("payments:write");
  const { data: cards = [] } = useQuery({
    ...trpc.payments.methods.list.queryOptions(),
    enabled: read.has,
  });
  const makeDefault = useMakeDefault();
  const same = cards.filter(({ brand, last4 }) => brand === paid.brand && last4 === paid.last4);
  // With two alike, it isn't known which one paid.
  const saved = same.length === 1 ? same[0] : undefined;
  return (
    <>
      <Group component="span" gap="4px 8px">
        <CardName card={paid} />
        {saved?.isDefault ? <StatusBadge tone={markTones.default}>{t("default")}</StatusBadge> : null}
        {saved && !saved.isDefault && expiryStateOf(saved, now) !== "expired" && write.has ? (
          <Button
            variant="default"
            size="xs"
            loading={makeDefault.isPending}
            onClick={() => makeDefault.mutate({ id: saved.id, default: true })}
          >
            {t("makeDefault")}
          </Button>
        ) : null}
      </Group>
      {makeDefault.failure ? (
        <FailureAlert failure={makeDefault.failure} title={t("notMadeDefault")} />
      ) : null}
    </>
  );
}
