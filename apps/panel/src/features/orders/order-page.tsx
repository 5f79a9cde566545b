"use client";
import { Anchor, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReplacedOrder } from "@zonepost/schema";
import type { OrderDetails } from "@zonepost/schema/panel";
import { orderStateTable } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { rightsToRenew } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { PaidWith } from "@/features/payments/cards/paid-with.tsx";
import { UnsettledNotice } from "@/features/payments/unsettled-notice.tsx";
import { orderPath, ordersPath, paymentPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Columns } from "@/ui/frame/columns.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { OrderLines } from "./order-lines.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { endedLines, isUnpaid, namesOfOrder, nextReadMs } from "./order-state.ts";
import { PayOrder, SettleOrder } from "./pay-order.tsx";
import { useOrderTitle } from "./use-order-title.ts";

/** An order and its outcome. People return here from the payment processor and from their bank. */
export function OrderPage({ id }: { id: string }) {
  const t = useTranslations("orders");
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.orders.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data ? nextReadMs(state.data, state.dataUpdateCount) : false),
  });
  return (
    <QueryView
      query={query}
      skeleton={<OrderSkeleton />}
      header={<PageHeader crumbs={[{ label: t("title"), href: ordersPath }]} title={t("one")} />}
    >
      {(order) => <OneOrder order={order} />}
    </QueryView>
  );
}

/** Refetches the domains whenever another line has ended. */
function useRefreshAtEnd(endedCount: number) {
  const refresh = useRefreshDomains();
  const before = useRef(endedCount);
  useEffect(() => {
    if (endedCount > before.current) {
      void refresh();
    }
    before.current = endedCount;
  });
}

const sectionTitles: Partial<Record<OrderDetails["state"], "payment" | "progress">> = {
  awaiting_payment: "payment",
  processing: "progress",
};

function OneOrder({ order }: { order: OrderDetails }) {
  const t = useTranslations("orders");
  const title = useOrderTitle();
  useRefreshAtEnd(endedLines(order.lines));
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("title"), href: ordersPath }]}
        title={title(order)}
        below={
          <Group gap="md" mt={8} role="status">
            <StatusBadge tone={orderStateTable[order.state].tone}>{t(`state_${order.state}`)}</StatusBadge>
            {order.state === "processing" ? <Loader size={16} aria-hidden /> : null}
          </Group>
        }
        long
      />
      {order.unsettled === null ? null : (
        <UnsettledNotice unsettled={{ ...order.unsettled, currency: order.currency }}>
          <Settlement order={order} />
        </UnsettledNotice>
      )}
      <Columns side={<Details order={order} />}>
        <Section title={t(sectionTitles[order.state] ?? "result")}>
          <Surface>
            <Stack gap="md">
              {isUnpaid(order) ? <Unpaid order={order} /> : <Outcome order={order} />}
              {order.replacedOrders.map((replaced) => (
                <Replaced key={replaced.id} {...replaced} />
              ))}
            </Stack>
          </Surface>
        </Section>
        <Section title={t("lines")}>
          <OrderLines order={order} />
        </Section>
      </Columns>
    </>
  );
}

function Unpaid({ order }: { order: OrderDetails }) {
  const t = useTranslations("orders");
  const pay = useRight("payments:write", ...rightsToRenew);
  if (order.isBeingCharged) {
    return (
      <Group gap="sm" wrap="nowrap" role="status">
        <Loader size={16} aria-hidden />
        <Text>{t("beingCharged")}</Text>
      </Group>
    );
  }
  return (
    <Stack gap="md">
      <Text>
        {order.cancelsAt
          ? t.rich("unpaid", {
              when: () => (
                <>
                  <Moment at={order.cancelsAt ?? ""} detail="minute" /> (
                  <RelativeMoment at={order.cancelsAt ?? ""} />)
                </>
              ),
            })
          : t("unpaidRenewal")}
      </Text>
      {pay.has ? <PayOrder order={order} /> : <Text size="sm">{pay.why}</Text>}
    </Stack>
  );
}

function Settlement({ order }: { order: OrderDetails }) {
  const pay = useRight("payments:write", "domains:buy");
  return pay.has ? <SettleOrder order={order} /> : <Text size="sm">{pay.why}</Text>;
}

function Replaced({ id, lines }: ReplacedOrder) {
  const t = useTranslations("orders");
  const names = namesOfOrder({ lines }).map(toUnicodeName);
  return (
    <Text size="sm">
      {t.rich("replaced", {
        names: names.join(", "),
        link: (words) => (
          <Anchor component={Link} href={orderPath(id)} inherit underline="always">
            {words}
          </Anchor>
        ),
      })}
    </Text>
  );
}

function Outcome({ order }: { order: OrderDetails }) {
  const t = useTranslations("orders");
  const { lines, state, paymentId } = order;
  const done = endedLines(lines);
  const isPaid = paymentId !== null;
  return (
    <Stack gap="md" role="status">
      {state === "processing" || state === "awaiting_payment" ? (
        <>
          <Text>{t(isPaid ? "processingPaid" : "processing")}</Text>
          <div>
            <Progress value={(done / lines.length) * 100} aria-label={t("progress")} mb={6} />
            <Text size="sm" c="dimmed">
              {t("doneCount", { done, count: lines.length })} {t("mayLeave")}
            </Text>
          </div>
        </>
      ) : (
        <Text>
          {t(`outcome_${state}`)}
          {state === "completed" && lines.some((line) => line.state === "refunded")
            ? ` ${t("refundedAfterward")}`
            : ""}
          {isPaid && (state === "failed" || state === "partly_completed") ? ` ${t("refundsFollow")}` : ""}
        </Text>
      )}
    </Stack>
  );
}

function Details({ order }: { order: OrderDetails }) {
  const t = useTranslations("orders");
  const actorName = useActorName();
  const money = useMoney();
  const payments = useRight("payments:read");
  const { totalCents, taxCents, taxPercent, currency, requestedBy, createdAt, finishedAt, id } = order;
  return (
    <Section
      title={t("details")}
      action={
        order.paymentId !== null && payments.has ? (
          <Anchor component={Link} href={paymentPath(order.paymentId)} size="sm" underline="always">
            {t("openPayment")}
          </Anchor>
        ) : null
      }
    >
      <Surface>
        <Facts
          facts={[
            { name: t("total"), value: money(totalCents, currency) },
            ...(taxCents > 0
              ? [{ name: t("tax", { percent: taxPercent }), value: money(taxCents, currency) }]
              : []),
            ...(order.card
              ? [{ name: t("paidWith"), wide: true, value: <PaidWith card={order.card} /> }]
              : []),
            { name: t("placed"), wide: true, value: <Moment at={createdAt} detail="minute" /> },
            { name: t("by"), wide: true, value: actorName(requestedBy) },
            ...(finishedAt
              ? [{ name: t("finished"), wide: true, value: <Moment at={finishedAt} detail="minute" /> }]
              : []),
            { name: t("id"), wide: true, value: <Mono label={t("id")}>{id}</Mono> },
          ]}
        />
      </Surface>
    </Section>
  );
}
