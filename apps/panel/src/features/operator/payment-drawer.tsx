"use client";
import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { OperatorPaymentDetails, OperatorRefund } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { PaymentStatus } from "@/features/payments/payment-status.tsx";
import { useLineText } from "@/features/payments/use-line-text.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { Needs } from "./needs.tsx";

const RefundDialog = lazyDialog(() =>
  import("./operator-refund-dialog.tsx").then((module) => module.OperatorRefundDialog),
);
const ReasonDialog = lazyDialog(() => import("./reason-dialog.tsx").then((module) => module.ReasonDialog));

/** One payment of any workspace, and what the operator can do about it. */
export function PaymentDrawer(props: { id: string; opened: boolean; onClose: () => void }) {
  const { id, opened, onClose } = props;
  const t = useTranslations("operator");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.operator.payment.queryOptions({ id }), enabled: opened, retry: false });
  return (
    <SideDrawer opened={opened} onClose={onClose} title={query.data?.workspace.name ?? t("title")}>
      {opened ? (
        <QueryView query={query} skeleton={<DataTableSkeleton headers={[t("items")]} rows={4} />}>
          {(payment) => <OnePayment payment={payment} />}
        </QueryView>
      ) : null}
    </SideDrawer>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function OnePayment({ payment }: { payment: OperatorPaymentDetails }) {
  const t = useTranslations("operator");
  const words = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  const write = useMomentText();
  const { order, currency, disputes, refunds } = payment;
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <PaymentStatus payment={{ ...payment, orderState: order.state }} />
        {payment.needs.length > 0 ? <Needs payment={payment} /> : null}
      </Group>
      <Actions payment={payment} />
      <Facts
        facts={[
          { name: t("amount"), value: money(payment.amountCents, currency) },
          { name: words("refunded"), value: money(payment.refundedCents, currency) },
          { name: t("date"), value: write(payment.receivedAt ?? payment.createdAt, "minute") },
          { name: t("id"), value: <Mono label={t("id")}>{payment.id}</Mono>, wide: true },
        ]}
      />
      <Part title={t("items")}>
        <List size="sm">
          {order.lines.map((line) => (
            <List.Item key={line.id}>
              {lineText(line)}, {money(line.priceCents + line.taxCents, currency)}
            </List.Item>
          ))}
        </List>
      </Part>
      {disputes.length > 0 ? (
        <Part title={t("disputes")}>
          <List size="sm">
            {disputes.map(({ kind, state, isInquiry, amountCents, openedAt, evidenceDueAt }) => (
              <List.Item key={`${kind} ${openedAt}`}>
                {t(isInquiry ? "kind_inquiry" : `kind_${kind}`)}, {money(amountCents, currency)}:{" "}
                {t(`state_${state}`)}
                {state === "open" && evidenceDueAt !== null
                  ? `. ${t("deadline", { date: write(evidenceDueAt, "minute") })}`
                  : ""}
              </List.Item>
            ))}
          </List>
        </Part>
      ) : null}
      {refunds.length > 0 ? (
        <Part title={t("refunds")}>
          <Stack gap="sm">
            {refunds.map((refund) => (
              <OneRefund key={refund.id} refund={refund} />
            ))}
          </Stack>
        </Part>
      ) : null}
    </Stack>
  );
}

function Actions({ payment }: { payment: OperatorPaymentDetails }) {
  const t = useTranslations("operator");
  const [open, setOpen] = useState<"refund" | "release" | "accept" | "lift">();
  const close = () => setOpen(undefined);
  const isDisputed = payment.needs.includes("dispute");
  return (
    <Group gap="xs">
      {payment.refundableCents > 0 && payment.status !== "disputed" ? (
        <Button variant="default" onClick={() => setOpen("refund")}>
          {t("refund")}
        </Button>
      ) : null}
      {payment.needs.includes("fraud_warning") && !isDisputed ? (
        <Button variant="default" onClick={() => setOpen("release")}>
          {t("release")}
        </Button>
      ) : null}
      {isDisputed ? (
        <Button variant="default" onClick={() => setOpen("accept")}>
          {t("accept")}
        </Button>
      ) : null}
      {payment.order.unsettled ? (
        <Button variant="default" onClick={() => setOpen("lift")}>
          {t("lift")}
        </Button>
      ) : null}
      <RefundDialog payment={payment} opened={open === "refund"} onClose={close} />
      <ReasonDialog id={payment.id} verb="release" opened={open === "release"} onClose={close} />
      <ReasonDialog id={payment.id} verb="accept" opened={open === "accept"} onClose={close} />
      <ReasonDialog id={payment.id} verb="lift" opened={open === "lift"} onClose={close} />
    </Group>
  );
}

/** One refund of a payment, which the operator can retry. */
export function OneRefund({ refund }: { refund: OperatorRefund }) {
  const t = useTranslations("operator");
  const words = useTranslations("payment");
  const money = useMoney();
  const write = useMomentText();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.operator.pathFilter());
  const retry = useSubmit({
    mutationFn: () => client.operator.retryRefund.mutate({ id: refund.id }),
    onSuccess: refresh,
    onError: () => void refresh(),
  });
  const isWaiting = refund.state === "waiting";
  // The payment is refunded instead, with what becomes of its items.
  const isRequest = isWaiting && refund.reason === "requested";
  const isRetryable = (isWaiting && !isRequest) || refund.isOwed;
  const [isSettling, setSettling] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  return (
    <div>
      <Text size="sm">
        {money(refund.amountCents, refund.currency)}: {words(`refund_${refund.state}`)}
        {refund.isOwed ? `, ${t("owed")}` : ""}
        {refund.retriedAs === null ? "" : `, ${t("retried")}`}
        {refund.isOutside ? `, ${t("outside")}` : ""}
        {refund.lines.some(({ isGivenAway }) => isGivenAway) ? `, ${t("givenAway")}` : ""}
      </Text>
      <Text size="xs" c="dimmed">
        {t("by", { name: refund.requestedBy.name, date: write(refund.createdAt, "minute") })}
        {refund.note === null ? "" : `: ${refund.note}`}
      </Text>
      {refund.failure ? <Text size="xs">{refund.failure.message}</Text> : null}
      {retry.failure ? <FailureAlert failure={retry.failure} title={t("notRetried")} /> : null}
      {isRetryable ? (
        <Group gap="xs" mt={6}>
          <Button
            variant="default"
            size="xs"
            loading={retry.isPending}
            onClick={() => retry.mutate(undefined)}
          >
            {t(isWaiting ? "approve" : "retry")}
          </Button>
          {refund.isOwed ? (
            <Button variant="default" size="xs" onClick={() => setSettling(true)}>
              {t("settle")}
            </Button>
          ) : null}
        </Group>
      ) : null}
      {isRequest ? (
        <Button variant="default" size="xs" mt={6} onClick={() => setDeclining(true)}>
          {t("decline")}
        </Button>
      ) : null}
      <ReasonDialog id={refund.id} verb="settle" opened={isSettling} onClose={() => setSettling(false)} />
      <ReasonDialog id={refund.id} verb="decline" opened={isDeclining} onClose={() => setDeclining(false)} />
    </div>
  );
}
