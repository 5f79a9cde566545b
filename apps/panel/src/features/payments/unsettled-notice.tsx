"use client";
import { Button, Text } from "@mantine/core";
import type { Order } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { orderPath } from "@/lib/paths.ts";
import { useNow } from "@/ui/clock.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

type Unsettled = NonNullable<Order["unsettled"]> & Pick<Order, "currency">;

/** What a lost dispute has taken back, what it suspends, and when. `children` is the way to pay. */
export function UnsettledNotice({ unsettled, children }: { unsettled: Unsettled; children: ReactNode }) {
  const t = useTranslations("unsettled");
  const money = useMoney();
  const write = useMomentText();
  const now = useNow();
  const { amountCents, currency, suspendsAt } = unsettled;
  const amount = money(amountCents, currency);
  return (
    <Notice title={t("title", { amount })}>
      <Text size="sm" mb="sm">
        {t("words")}{" "}
        {suspendsAt === null
          ? null
          : t(new Date(suspendsAt) > now ? "suspends" : "suspended", {
              date: write(suspendsAt, "date"),
            })}{" "}
        {t("pay", { amount })}
      </Text>
      {children}
    </Notice>
  );
}

/** Leads to the order, which is paid there. */
export function PayUnsettled(props: { orderId: string; amountCents: number; currency: string }) {
  const t = useTranslations("unsettled");
  const money = useMoney();
  return (
    <Button component={Link} href={orderPath(props.orderId)} size="xs">
      {t("payNow", { amount: money(props.amountCents, props.currency) })}
    </Button>
  );
}
