"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { orderPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { UnsettledNotice } from "./unsettled-notice.tsx";

/** Shown to those who see the order. */
export function UnsettledDomain({ name }: { name: string }) {
  const t = useTranslations("unsettled");
  const trpc = useTRPC();
  const money = useMoney();
  const { data: order } = useQuery(trpc.orders.unsettled.queryOptions({ domainName: name }));
  if (!order) {
    return null;
  }
  return (
    <UnsettledNotice unsettled={order}>
      <Button component={Link} href={orderPath(order.orderId)} size="xs">
        {t("payNow", { amount: money(order.amountCents, order.currency) })}
      </Button>
    </UnsettledNotice>
  );
}
