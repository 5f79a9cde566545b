"use client";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconReceipt, IconReceiptRefund } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { orderPath, paymentsPath, receiptPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Columns } from "@/ui/frame/columns.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { CardName } from "../cards/card-name.tsx";
import { countdownOf } from "../cooldown/countdown.ts";
import { useCountdownText } from "../cooldown/countdown-bar.tsx";
import { PaymentStatus } from "../payment-status.tsx";
import { PayUnsettled, UnsettledNotice } from "../unsettled-notice.tsx";
import { useLinesText } from "../use-line-text.ts";
import { ContestedNotice } from "./contested-notice.tsx";
import { PaidFor } from "./paid-for.tsx";
import { PaymentCooldown } from "./payment-cooldown.tsx";
import { PaymentLines } from "./payment-lines.tsx";
import { PaymentRefunds } from "./payment-refunds.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { PaymentTimeline } from "./payment-timeline.tsx";

const RefundDialog = lazyDialog(() =>
  import("../refund/refund-dialog.tsx").then((module) => module.RefundDialog),
);

const RequestRefundDialog = lazyDialog(() =>
  import("../refund/request-refund-dialog.tsx").then((module) => module.RequestRefundDialog),
);

const underWayIntervalMs = 5_000;
const restingIntervalMs = 30_000;

const isUnderWay = ({ status, order, refunds }: PaymentDetails) =>
  order.state === "processing" ||
  (order.state === "awaiting_payment" && status === "pending") ||
  refunds.some(({ state }) => state === "pending");

export function PaymentPage({ id }: { id: string }) {
  const t = useTranslations("payment");
  const list = useTranslations("payments");
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.orders.payment.queryOptions({ id }),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? underWayIntervalMs : restingIntervalMs,
  });
  return (
    <QueryView
      query={query}
      skeleton={<PaymentSkeleton />}
      header={<PageHeader crumbs={[{ label: list("title"), href: paymentsPath }]} title={t("title")} />}
    >
      {(payment) => <OnePayment payment={payment} />}
    </QueryView>
  );
}

function OnePayment({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const list = useTranslations("payments");
  const money = useMoney();
  const linesText = useLinesText();
  const countdownText = useCountdownText();
  const { order, refunds, currency, receivedAt } = payment;
  const amount = money(payment.amountCents, currency);
  const countdown = countdownOf(payment, useNow());
  const next = countdown && countdownText(countdown);
  return (
    <>
      <DetailHeader
        crumbs={[{ label: list("title"), href: paymentsPath }]}
        here={t("title")}
        title={amount}
        below={
          <Stack gap={4}>
            <Text>{linesText(order.lines, order.lines.length)}</Text>
            <Group gap="xs">
              <PaymentStatus payment={{ ...payment, orderState: order.state }} />
              {next === undefined ? null : <Text c="dimmed">{next}</Text>}
            </Group>
          </Stack>
        }
        action={
          <>
            {receivedAt === null ? null : (
              <Button
                component={Link}
                href={receiptPath(payment.id)}
                variant="default"
                leftSection={<IconReceipt size={18} aria-hidden />}
              >
                {t("receipt")}
              </Button>
            )}
            <RefundButton payment={payment} />
            <RequestButton payment={payment} />
          </>
        }
        long
      />
      {order.unsettled === null ? null : (
        <UnsettledNotice unsettled={{ ...order.unsettled, currency }}>
          <Stack gap="xs" mb="sm">
            <PaidFor order={order} />
          </Stack>
          <PayUnsettled orderId={order.id} amountCents={order.unsettled.amountCents} currency={currency} />
        </UnsettledNotice>
      )}
      <ContestedNotice payment={payment} />
      <Columns
        side={
          <>
            {payment.cooldown === null ? null : <PaymentCooldown payment={payment} />}
            <Section title={t("details")}>
              <Surface>
                <PaymentFacts payment={payment} />
              </Surface>
            </Section>
          </>
        }
      >
        <Section title={t("timeline")}>
          <Surface>
            <PaymentTimeline payment={payment} />
          </Surface>
        </Section>
        <Section
          title={t("order")}
          action={
            <Anchor component={Link} href={orderPath(order.id)} size="sm" underline="always">
              {t("openOrder")}
            </Anchor>
          }
        >
          <PaymentLines order={order} />
        </Section>
        {refunds.length > 0 ? (
          <Section title={t("refunds")}>
            <PaymentRefunds refunds={refunds} />
          </Section>
        ) : null}
      </Columns>
    </>
  );
}

/** Only for a payment with lines that don't need the operator. */
function RefundButton({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const write = useRight("payments:write");
  const release = useRight("domains:release");
  const [isOpen, setIsOpen] = useState(false);
  if (payment.refundableLineIds.length === 0) {
    return null;
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceiptRefund size={18} aria-hidden />}
        disabled={!write.has || !release.has}
        title={write.why ?? release.why}
        onClick={() => setIsOpen(true)}
      >
        {t("refund")}
      </Button>
      <RefundDialog payment={payment} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

/** For what only the operator can refund. Once requested, the refund is among the others. */
function RequestButton({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const write = useRight("payments:write");
  const [isOpen, setIsOpen] = useState(false);
  if (!payment.mayRequestRefund || payment.refundableLineIds.length > 0) {
    return null;
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceiptRefund size={18} aria-hidden />}
        disabled={!write.has}
        title={write.why}
        onClick={() => setIsOpen(true)}
      >
        {t("request")}
      </Button>
      <RequestRefundDialog payment={payment} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function PaymentFacts({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const actorName = useActorName();
  const money = useMoney();
  const { currency, card, order, refundedCents, takenBackCents, receivedAt, createdAt } = payment;
  const leftCents = payment.amountCents - refundedCents - takenBackCents;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: t("amount"), value: money(payment.amountCents, currency) },
          { name: t("tax", { percent: order.taxPercent }), value: money(payment.taxCents, currency) },
          ...(refundedCents > 0 ? [{ name: t("refunded"), value: money(refundedCents, currency) }] : []),
          ...(takenBackCents > 0 ? [{ name: t("takenBack"), value: money(takenBackCents, currency) }] : []),
          ...(refundedCents + takenBackCents > 0 && leftCents > 0
            ? [{ name: t("left"), value: money(leftCents, currency) }]
            : []),
          { name: t("card"), value: card ? <CardName card={card} /> : t("noCard") },
          { name: t("orderedBy"), value: <AddressText>{actorName(order.requestedBy)}</AddressText> },
        ]}
      />
      <Facts
        facts={[
          { name: t("date"), value: <Moment at={receivedAt ?? createdAt} detail="minute" />, wide: true },
          { name: t("id"), value: <Mono label={t("id")}>{payment.id}</Mono>, wide: true },
          { name: t("orderId"), value: <Mono label={t("orderId")}>{order.id}</Mono>, wide: true },
        ]}
      />
    </Stack>
  );
}
